package donedeferred

import "sync"

type Crawler struct {
	wg    sync.WaitGroup
	fetch func(string) (string, error)
	pages []string
}

func (c *Crawler) visit(url string) {
	defer c.wg.Done()
	page, err := c.fetch(url)
	if err != nil {
		return
	}
	c.pages = append(c.pages, page)
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
