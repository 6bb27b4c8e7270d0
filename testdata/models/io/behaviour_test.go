package io

import "testing"

func TestPipeHandsOver(t *testing.T) {
	r, w := Pipe()
	go func() {
		WriteString(w, "hello ")
		WriteString(w, "world")
		w.Close()
	}()
	text, err := ReadAll(r)
	if string(text) != "hello world" || err != nil {
		t.Fatal(string(text), err)
	}
}

func TestPipeWriterBlocksUntilAllIsRead(t *testing.T) {
	r, w := Pipe()
	done := make(chan int)
	go func() {
		n, _ := w.Write([]byte("abc"))
		done <- n
	}()
	buf := make([]byte, 2)
	if n, _ := r.Read(buf); n != 2 {
		t.Fatal(n)
	}
	select {
	case <-done:
		t.Fatal("Write returned early")
	default:
	}
	if n, _ := r.Read(buf); n != 1 || <-done != 3 {
		t.Fatal(n)
	}
}

func TestPipeCloseFreesTheOther(t *testing.T) {
	r, w := Pipe()
	go r.CloseWithError(ErrNoProgress)
	if _, err := w.Write([]byte("x")); err != ErrNoProgress {
		t.Fatal(err)
	}
	if _, err := r.Read(make([]byte, 1)); err != ErrClosedPipe {
		t.Fatal(err)
	}
	r, w = Pipe()
	go w.Close()
	if _, err := r.Read(make([]byte, 1)); err != EOF {
		t.Fatal(err)
	}
}

func TestCopy(t *testing.T) {
	r, w := Pipe()
	r2, w2 := Pipe()
	go func() {
		Copy(w2, MultiReader(LimitReader(r, 2), TeeReader(r, Discard)))
		w2.Close()
	}()
	go func() {
		WriteString(MultiWriter(w, Discard), "abcd")
		w.Close()
	}()
	text, err := ReadAll(r2)
	if string(text) != "abcd" || err != nil {
		t.Fatal(string(text), err)
	}
}
