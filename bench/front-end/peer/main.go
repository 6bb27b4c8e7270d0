// Command peer is the yardstick of the front end's benchmark: the same work, done with go/parser and go/types.
//
//	peer parse list.json
//	peer check list.json
//
// The list is an array of packages in dependency order, with the fields that `go list -json` gives them.
// The result is one line of JSON. Run it with GOMAXPROCS=1.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// listed is a package as `go list` describes it.
type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	ImportMap  map[string]string
}

// source is a file that has been read.
type source struct {
	path string
	text []byte
}

// figures is what one run measured.
type figures struct {
	Seconds    float64 `json:"seconds"`
	CPUSeconds float64 `json:"cpuSeconds"`
	Packages   int     `json:"packages"`
	Files      int     `json:"files"`
	Lines      int     `json:"lines"`
	Bytes      int     `json:"bytes"`
	Errors     int     `json:"errors"`
	PeakMB     int     `json:"peakMB"`
}

func main() {
	if len(os.Args) != 3 || os.Args[1] != "parse" && os.Args[1] != "check" {
		fail("usage: peer parse|check list.json")
	}
	packages, sources := read(os.Args[2])
	var f figures
	for _, files := range sources {
		for _, s := range files {
			f.Files++
			f.Bytes += len(s.text)
			f.Lines += bytes.Count(s.text, []byte("\n"))
		}
	}
	f.Packages = len(packages)
	start, used := time.Now(), cpuSeconds()
	if os.Args[1] == "parse" {
		f.Errors = parseAll(sources)
	} else {
		f.Errors = checkAll(packages, sources)
	}
	f.Seconds = time.Since(start).Seconds()
	f.CPUSeconds = cpuSeconds() - used
	f.PeakMB = peakMB()
	out, err := json.Marshal(f)
	if err != nil {
		fail(err.Error())
	}
	fmt.Println(string(out))
}

// read loads the list and all files in it, so that no run waits for the disk.
func read(list string) ([]listed, [][]source) {
	data, err := os.ReadFile(list)
	if err != nil {
		fail(err.Error())
	}
	var packages []listed
	if err := json.Unmarshal(data, &packages); err != nil {
		fail(err.Error())
	}
	sources := make([][]source, len(packages))
	for i, p := range packages {
		for _, name := range p.GoFiles {
			path := filepath.Join(p.Dir, name)
			text, err := os.ReadFile(path)
			if err != nil {
				fail(err.Error())
			}
			sources[i] = append(sources[i], source{path, text})
		}
	}
	return packages, sources
}

func parsePackage(fset *token.FileSet, files []source) (trees []*ast.File, errors int) {
	for _, s := range files {
		tree, err := parser.ParseFile(fset, s.path, s.text, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			errors++
		}
		trees = append(trees, tree)
	}
	return trees, errors
}

// parseAll holds the trees of one package at a time, as the other side does.
func parseAll(sources [][]source) (errors int) {
	fset := token.NewFileSet()
	for _, files := range sources {
		_, n := parsePackage(fset, files)
		errors += n
	}
	return errors
}

// checkAll parses and checks one package after the other, bodies included.
func checkAll(packages []listed, sources [][]source) (errors int) {
	fset := token.NewFileSet()
	done := map[string]*types.Package{"unsafe": types.Unsafe}
	sizes := types.SizesFor("gc", "amd64")
	for i, p := range packages {
		trees, n := parsePackage(fset, sources[i])
		errors += n
		config := types.Config{
			Importer: importer{done, p.ImportMap},
			Sizes:    sizes,
			Error:    func(error) { errors++ },
		}
		info := &types.Info{
			Types:        map[ast.Expr]types.TypeAndValue{},
			Instances:    map[*ast.Ident]types.Instance{},
			Defs:         map[*ast.Ident]types.Object{},
			Uses:         map[*ast.Ident]types.Object{},
			Implicits:    map[ast.Node]types.Object{},
			Selections:   map[*ast.SelectorExpr]*types.Selection{},
			Scopes:       map[ast.Node]*types.Scope{},
			FileVersions: map[*ast.File]string{},
		}
		done[p.ImportPath], _ = config.Check(p.ImportPath, fset, trees, info)
	}
	return errors
}

// importer finds packages among those that were checked before.
type importer struct {
	done    map[string]*types.Package
	renamed map[string]string
}

func (i importer) Import(path string) (*types.Package, error) {
	if real, ok := i.renamed[path]; ok {
		path = real
	}
	if p := i.done[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s is not in the list before its importer", path)
}

// cpuSeconds is the time that all threads of this process have spent so far.
func cpuSeconds() float64 {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

// peakMB is the largest resident size of this process so far, in megabytes.
func peakMB() int {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return int(usage.Maxrss / 1024)
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, "peer:", message)
	os.Exit(2)
}
