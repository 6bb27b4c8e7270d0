package gordian

import "syscall"

func fdOf(fd int) syscall.Handle { return syscall.Handle(fd) }

// outOfTheWay leaves a handle where it is: their numbers are not guessed by accident.
func outOfTheWay(fd int) int {
	syscall.CloseOnExec(syscall.Handle(fd))
	return fd
}
