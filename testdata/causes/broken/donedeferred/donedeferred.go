package donedeferred

import "sync"

type Crawler struct {
	wg    sync.WaitGroup
	fetch func(string) (string, error)
	pages []string
}

func (c *Crawler) visit(url string) {
	page, err := c.fetch(url)
	if err != nil {
		return // want global-deadlock "this return can skip c.wg.Done.."
	}
	c.pages = append(c.pages, page)
	c.wg.Done()
}

func Crawl(urls []string, fetch func(string) (string, error)) []string {
	c := &Crawler{fetch: fetch}
	for _, url := range urls {
		c.wg.Add(1)
		go c.visit(url)
	}
	c.wg.Wait()
	return c.pages
}
