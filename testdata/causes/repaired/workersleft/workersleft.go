package workersleft

func Process(jobs []int, do func(int)) {
	queue := make(chan int)
	done := make(chan bool)
	for range 2 {
		go func() {
			for job := range queue {
				do(job)
				done <- true
			}
		}()
	}
	go func() {
		for _, job := range jobs {
			queue <- job
		}
		close(queue)
	}()
	for range jobs {
		<-done
	}
}
