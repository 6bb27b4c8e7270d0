// Package source type-checks packages from their source files with go/types: no export data, no network.
package source

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
)

// Listed is one package as `go list` describes it.
type Listed struct {
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string
	ImportMap  map[string]string
	DepOnly    bool
}

// List gives the packages that match the patterns and all their dependencies, dependencies first.
// The target is linux/amd64 without cgo, whatever the machine.
func List(dir string, patterns ...string) ([]*Listed, error) {
	args := append([]string{"list", "-pgo=off", "-deps", "-json=ImportPath,Name,Dir,GoFiles,ImportMap,DepOnly"}, patterns...)
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off", "GOEXPERIMENT=")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var list []*Listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(Listed)
		if err := dec.Decode(p); err == io.EOF {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
}

// ListDir gives the packages below a folder whose layout is the import path, as `models/` is laid out.
func ListDir(root string) ([]*Listed, error) {
	byDir := map[string]*Listed{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		dir := filepath.Dir(path)
		p := byDir[dir]
		if p == nil {
			rel, err := filepath.Rel(root, dir)
			if err != nil {
				return err
			}
			p = &Listed{ImportPath: filepath.ToSlash(rel), Dir: dir}
			byDir[dir] = p
		}
		p.GoFiles = append(p.GoFiles, filepath.Base(path))
		return nil
	})
	list := make([]*Listed, 0, len(byDir))
	for _, p := range byDir {
		list = append(list, p)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].ImportPath < list[j].ImportPath })
	return list, err
}

// Loader checks listed packages, each at most once.
type Loader struct {
	Fset   *token.FileSet
	Bodies func(path string) bool // whose function bodies are checked
	Errors []error

	listed map[string]*Listed
	done   map[string]*types.Package
}

// NewLoader makes a loader of the given packages.
func NewLoader(list []*Listed, bodies func(path string) bool) *Loader {
	l := &Loader{Fset: token.NewFileSet(), Bodies: bodies, listed: map[string]*Listed{}, done: map[string]*types.Package{}}
	for _, p := range list {
		l.listed[p.ImportPath] = p
	}
	return l
}

// Listed gives the description of a package, or nil.
func (l *Loader) Listed(path string) *Listed { return l.listed[path] }

// Package checks a package after its imports, and keeps no facts about its expressions.
func (l *Loader) Package(path string) (*types.Package, error) {
	pkg, _, err := l.Check(path, nil)
	return pkg, err
}

// Check checks a package after its imports and fills info, if that is not nil.
// With info nil and the package known already, the files are not returned again.
func (l *Loader) Check(path string, info *types.Info) (*types.Package, []*ast.File, error) {
	if path == "unsafe" {
		return types.Unsafe, nil, nil
	}
	if pkg := l.done[path]; pkg != nil && info == nil {
		return pkg, nil, nil
	}
	p := l.listed[path]
	if p == nil {
		return nil, nil, fmt.Errorf("package %s is not listed", path)
	}
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(l.Fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			l.Errors = append(l.Errors, err)
		}
		if f != nil {
			files = append(files, f)
		}
	}
	conf := types.Config{
		Importer:         &importerOf{l, p},
		Sizes:            types.SizesFor("gc", "amd64"),
		IgnoreFuncBodies: !l.Bodies(path),
		FakeImportC:      true,
		Error:            func(err error) { l.Errors = append(l.Errors, err) },
	}
	pkg, _ := conf.Check(path, l.Fset, files, info)
	l.done[path] = pkg
	return pkg, files, nil
}

type importerOf struct {
	loader *Loader
	from   *Listed
}

func (i *importerOf) Import(path string) (*types.Package, error) {
	if mapped, ok := i.from.ImportMap[path]; ok {
		path = mapped
	}
	return i.loader.Package(path)
}
