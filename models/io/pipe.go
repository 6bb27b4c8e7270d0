// Pipe: a synchronous pipe in memory, on top of channels.

package io

import "sync"

// pipe hands each written slice to readers, which say how much of it they took.
type pipe struct {
	writers sync.Mutex
	data    chan []byte
	taken   chan int
	once    sync.Once
	done    chan struct{}
	mu      sync.Mutex
	// Why the reading and the writing end were closed; the first reason stays.
	readerErr, writerErr error
}

func (p *pipe) read(b []byte) (n int, err error) {
	select {
	case <-p.done:
		return 0, p.readError()
	default:
	}
	select {
	case chunk := <-p.data:
		n = copy(b, chunk)
		p.taken <- n
		return n, nil
	case <-p.done:
		return 0, p.readError()
	}
}

func (p *pipe) write(b []byte) (n int, err error) {
	select {
	case <-p.done:
		return 0, p.writeError()
	default:
		p.writers.Lock()
		defer p.writers.Unlock()
	}
	for once := true; once || len(b) > 0; once = false {
		select {
		case p.data <- b:
			m := <-p.taken
			b = b[m:]
			n += m
		case <-p.done:
			return n, p.writeError()
		}
	}
	return n, nil
}

func (p *pipe) closeRead(err error) error {
	if err == nil {
		err = ErrClosedPipe
	}
	p.mu.Lock()
	if p.readerErr == nil {
		p.readerErr = err
	}
	p.mu.Unlock()
	p.once.Do(func() { close(p.done) })
	return nil
}

func (p *pipe) closeWrite(err error) error {
	if err == nil {
		err = EOF
	}
	p.mu.Lock()
	if p.writerErr == nil {
		p.writerErr = err
	}
	p.mu.Unlock()
	p.once.Do(func() { close(p.done) })
	return nil
}

func (p *pipe) readError() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.readerErr == nil && p.writerErr != nil {
		return p.writerErr
	}
	return ErrClosedPipe
}

func (p *pipe) writeError() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.writerErr == nil && p.readerErr != nil {
		return p.readerErr
	}
	return ErrClosedPipe
}

type PipeReader struct{ pipe }

func (r *PipeReader) Read(data []byte) (n int, err error) { return r.pipe.read(data) }

func (r *PipeReader) Close() error { return r.CloseWithError(nil) }

func (r *PipeReader) CloseWithError(err error) error { return r.pipe.closeRead(err) }

type PipeWriter struct{ r PipeReader }

func (w *PipeWriter) Write(data []byte) (n int, err error) { return w.r.pipe.write(data) }

func (w *PipeWriter) Close() error { return w.CloseWithError(nil) }

func (w *PipeWriter) CloseWithError(err error) error { return w.r.pipe.closeWrite(err) }

func Pipe() (*PipeReader, *PipeWriter) {
	w := &PipeWriter{r: PipeReader{pipe: pipe{
		data:  make(chan []byte),
		taken: make(chan int),
		done:  make(chan struct{}),
	}}}
	return &w.r, w
}
