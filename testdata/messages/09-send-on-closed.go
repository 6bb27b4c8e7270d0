package p

func Count(lines []string) int {
	counts := make(chan int, len(lines))
	done := make(chan bool)
	go func() {
		for _, line := range lines {
			counts <- len(line)
		}
		done <- true
	}()
	close(counts)
	<-done
	sum := 0
	for n := range counts {
		sum += n
	}
	return sum
}
