package dropped

import "testing"

type reloader struct {
	kick chan struct{}
	quit chan struct{}
	done chan struct{}
}

func (r *reloader) loop() {
	defer close(r.done)
	for {
		select {
		case <-r.kick:
		case <-r.quit:
			return
		}
	}
}

func (r *reloader) stop() {
	select { // want global-deadlock "this select takes its default if nothing receives from quit "
	case r.quit <- struct{}{}:
	default:
	}
	<-r.done
}

func TestReload(t *testing.T) {
	r := &reloader{kick: make(chan struct{}), quit: make(chan struct{}), done: make(chan struct{})}
	go r.loop()
	r.kick <- struct{}{}
	r.stop()
}
