//go:build unix && !linux

package gordian

import "syscall"

func adoptOrphans() {}

func endWithParent(*syscall.SysProcAttr) {}

func (x *starter) sweep() {}

func (x *starter) endOrphans(bool) {}
