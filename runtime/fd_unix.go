//go:build unix

package gordian

import "syscall"

func fdOf(fd int) int { return fd }

func closeOnExec(fd int) { syscall.CloseOnExec(fd) }
