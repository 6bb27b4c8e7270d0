// Functions that read and write until an end: they may block wherever their readers and writers do.

package io

import "errors"

var (
	EOF              = errors.New("EOF")
	ErrUnexpectedEOF = errors.New("unexpected EOF")
	ErrShortWrite    = errors.New("short write")
	ErrShortBuffer   = errors.New("short buffer")
	ErrNoProgress    = errors.New("multiple Read calls return no data or error")
	ErrClosedPipe    = errors.New("io: read/write on closed pipe")
)

func WriteString(w Writer, s string) (n int, err error) {
	if sw, ok := w.(StringWriter); ok {
		return sw.WriteString(s)
	}
	return w.Write([]byte(s))
}

func ReadAtLeast(r Reader, buf []byte, min int) (n int, err error) {
	if len(buf) < min {
		return 0, ErrShortBuffer
	}
	for n < min && err == nil {
		var nn int
		nn, err = r.Read(buf[n:])
		n += nn
	}
	if n >= min {
		err = nil
	} else if n > 0 && err == EOF {
		err = ErrUnexpectedEOF
	}
	return n, err
}

func ReadFull(r Reader, buf []byte) (n int, err error) { return ReadAtLeast(r, buf, len(buf)) }

func ReadAll(r Reader) ([]byte, error) {
	var all []byte
	buf := make([]byte, 512)
	for {
		n, err := r.Read(buf)
		all = append(all, buf[:n]...)
		if err == EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
	}
}

func Copy(dst Writer, src Reader) (written int64, err error) { return copyAll(dst, src, nil) }

func CopyBuffer(dst Writer, src Reader, buf []byte) (written int64, err error) {
	if buf != nil && len(buf) == 0 {
		panic("empty buffer in CopyBuffer")
	}
	return copyAll(dst, src, buf)
}

func CopyN(dst Writer, src Reader, n int64) (written int64, err error) {
	written, err = Copy(dst, LimitReader(src, n))
	if written == n {
		return n, nil
	}
	if err == nil {
		err = EOF
	}
	return written, err
}

func copyAll(dst Writer, src Reader, buf []byte) (written int64, err error) {
	if from, ok := src.(WriterTo); ok {
		return from.WriteTo(dst)
	}
	if to, ok := dst.(ReaderFrom); ok {
		return to.ReadFrom(src)
	}
	if buf == nil {
		buf = make([]byte, 512)
	}
	for {
		n, readErr := src.Read(buf)
		if n > 0 {
			m, writeErr := dst.Write(buf[:n])
			written += int64(m)
			if writeErr != nil {
				return written, writeErr
			}
			if m < n {
				return written, ErrShortWrite
			}
		}
		if readErr == EOF {
			return written, nil
		}
		if readErr != nil {
			return written, readErr
		}
	}
}

func LimitReader(r Reader, n int64) Reader { return &LimitedReader{r, n} }

type LimitedReader struct {
	R Reader
	N int64
}

func (l *LimitedReader) Read(p []byte) (n int, err error) {
	if l.N <= 0 {
		return 0, EOF
	}
	if int64(len(p)) > l.N {
		p = p[:l.N]
	}
	n, err = l.R.Read(p)
	l.N -= int64(n)
	return n, err
}

type teeReader struct {
	r Reader
	w Writer
}

func (t *teeReader) Read(p []byte) (n int, err error) {
	n, err = t.r.Read(p)
	if n > 0 {
		if n, err := t.w.Write(p[:n]); err != nil {
			return n, err
		}
	}
	return n, err
}

func TeeReader(r Reader, w Writer) Reader { return &teeReader{r, w} }

type multiReader struct{ readers []Reader }

func (m *multiReader) Read(p []byte) (n int, err error) {
	for len(m.readers) > 0 {
		n, err = m.readers[0].Read(p)
		if err == EOF {
			m.readers = m.readers[1:]
		}
		if n > 0 || err != EOF {
			if err == EOF && len(m.readers) > 0 {
				err = nil
			}
			return n, err
		}
	}
	return 0, EOF
}

func (m *multiReader) WriteTo(w Writer) (sum int64, err error) {
	for len(m.readers) > 0 {
		n, err := Copy(w, m.readers[0])
		sum += n
		if err != nil {
			return sum, err
		}
		m.readers = m.readers[1:]
	}
	return sum, nil
}

func MultiReader(readers ...Reader) Reader {
	return &multiReader{append([]Reader(nil), readers...)}
}

type multiWriter struct{ writers []Writer }

func (m *multiWriter) Write(p []byte) (n int, err error) {
	for _, w := range m.writers {
		n, err = w.Write(p)
		if err != nil {
			return n, err
		}
		if n != len(p) {
			return n, ErrShortWrite
		}
	}
	return len(p), nil
}

func (m *multiWriter) WriteString(s string) (n int, err error) {
	for _, w := range m.writers {
		n, err = WriteString(w, s)
		if err != nil {
			return n, err
		}
		if n != len(s) {
			return n, ErrShortWrite
		}
	}
	return len(s), nil
}

func MultiWriter(writers ...Writer) Writer {
	return &multiWriter{append([]Writer(nil), writers...)}
}

type nopCloser struct{ Reader }

func (nopCloser) Close() error { return nil }

func NopCloser(r Reader) ReadCloser { return nopCloser{r} }

type discard struct{}

func (discard) Write(p []byte) (int, error)       { return len(p), nil }
func (discard) WriteString(s string) (int, error) { return len(s), nil }

func (discard) ReadFrom(r Reader) (n int64, err error) {
	buf := make([]byte, 512)
	for {
		m, err := r.Read(buf)
		n += int64(m)
		if err == EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

var Discard Writer = discard{}
