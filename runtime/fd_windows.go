package gordian

import "syscall"

func fdOf(fd int) syscall.Handle { return syscall.Handle(fd) }

func closeOnExec(fd int) { syscall.CloseOnExec(syscall.Handle(fd)) }
