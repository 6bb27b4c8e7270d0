//go:build !unix

package gordian

// serve: here every process is started by node.
func serve() {}
