//go:build unix

package gordian

import "syscall"

// recordsAbove is the least descriptor for a record: programs close and write to low ones by number.
const recordsAbove = 900

func fdOf(fd int) int { return fd }

// outOfTheWay moves a descriptor to a number that programs do not use by accident, and closes it in programs that are started.
func outOfTheWay(fd int) int {
	moved, _, err := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_DUPFD_CLOEXEC, recordsAbove)
	if err != 0 {
		syscall.CloseOnExec(fd)
		return fd
	}
	syscall.Close(fd)
	return int(moved)
}
