// Compressing: what comes out of it goes to the writer that was given, when it is written, flushed or closed.

package flate

import "io"

type Writer struct {
	d struct {
		_ struct {
			_ int
			_ int
			_ int
			_ int
			_ int
			_ int
		}
		_ *struct{}
		_ func()
		_ func()
		_ func()
		_ *struct{}
		_ int
		_ []uint8
		_ int
		_ int
		_ bool
		_ bool
		_ []uint8
		_ int
		_ int
		_ int
		w io.Writer
		_ int
		_ [131072]uint32
		_ [32768]uint32
		_ int
		_ [257]uint32
	}
	_ []uint8
}

func NewWriter(w io.Writer, level int) (*Writer, error) {
	if err := problem(); err != nil {
		return nil, err
	}
	made := new(Writer)
	made.d.w = w
	return made, nil
}

func NewWriterDict(w io.Writer, level int, dict []byte) (*Writer, error) { return NewWriter(w, level) }

func (w *Writer) Write(data []byte) (n int, err error) {
	err = w.hand()
	return count(), err
}

func (w *Writer) Flush() error { return w.hand() }

func (w *Writer) Close() error { return w.hand() }

func (w *Writer) Reset(dst io.Writer) { w.d.w = dst }

// hand writes what there is, in as many pieces as it likes, until a write fails.
func (w *Writer) hand() error {
	for range count() {
		if _, err := w.d.w.Write(piece()); err != nil {
			return err
		}
	}
	return problem()
}

func count() int

func piece() []byte

// problem is an error of the format, of what was asked for, or of an earlier write; or none.
func problem() error
