// What the model leaves open.

package errors

func As(err error, target any) bool { return false }
