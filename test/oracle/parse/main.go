// Command parse says of each file named on standard input whether go/parser accepts it:
// the path, a tab, and `ok` or `err` with the line of the first error.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<16), 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		fmt.Fprintf(out, "%s\t%s\n", in.Text(), verdict(in.Text()))
	}
}

func verdict(path string) string {
	src, err := os.ReadFile(path)
	if err != nil {
		return "err 0"
	}
	_, err = parser.ParseFile(token.NewFileSet(), path, src, parser.ParseComments|parser.SkipObjectResolution)
	if err == nil {
		return "ok"
	}
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		return "err 0"
	}
	// The list is sorted by positions that line directives have moved: go by offsets instead.
	first := list[0].Pos.Offset
	for _, e := range list {
		first = min(first, e.Pos.Offset)
	}
	return fmt.Sprintf("err %d", 1+bytes.Count(src[:first], []byte("\n")))
}
