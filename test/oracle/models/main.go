// Command models compares the declarations in `models/` with the real packages, object by object.
//
//	go run ./models -models DIR [-real PATH=DIR ...]
//
// Both sides are type-checked from source, bodies of models included. Of each exported object the kind, the type (with
// full import paths), the value of a constant, and of a type the exported fields with their tags, the exported methods
// of the type and of its pointer, comparability, size (unless written by hand), and which exported interfaces of its
// package it implements must be the same.
// -real says where the source of a package outside the standard library lies; models of others are only type-checked.
// Differences go to standard output, one a line; the last line is a JSON object with the figures.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"gordian.dev/oracle/source"
)

type figures struct {
	Packages    int `json:"packages"`
	Compared    int `json:"compared"`
	Objects     int `json:"objects"`
	Missing     int `json:"missing"`
	Extra       int `json:"extra"`
	Differences int `json:"differences"`
	Errors      int `json:"errors"`
	// Packages of the standard library without a model, and models that had no counterpart to compare with.
	Unmodelled []string `json:"unmodelled"`
	Alone      []string `json:"alone"`
}

type dirs map[string]string

func (d dirs) String() string { return "" }

func (d dirs) Set(s string) error {
	path, dir, ok := strings.Cut(s, "=")
	if !ok {
		return fmt.Errorf("want PATH=DIR, not %s", s)
	}
	d[path] = dir
	return nil
}

func main() {
	models := flag.String("models", "", "folder with the models")
	extra := dirs{}
	flag.Var(extra, "real", "PATH=DIR: source of a package outside the standard library")
	flag.Parse()
	if *models == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "usage: models -models DIR [-real PATH=DIR ...]")
		os.Exit(2)
	}
	f, err := run(*models, extra)
	if err != nil {
		fmt.Fprintln(os.Stderr, "models:", err)
		os.Exit(2)
	}
	line, _ := json.Marshal(f)
	fmt.Println(string(line))
	if f.Missing+f.Extra+f.Differences+f.Errors > 0 {
		os.Exit(1)
	}
}

func run(models string, extra dirs) (*figures, error) {
	all := func(string) bool { return true }
	modelList, err := source.ListDir(models)
	if err != nil {
		return nil, err
	}
	realList, err := source.List(".", "std")
	if err != nil {
		return nil, err
	}
	for path, dir := range extra {
		more, err := source.ListDir(dir)
		if err != nil {
			return nil, err
		}
		for _, p := range more {
			if p.Dir == dir {
				p.ImportPath = path
				p.GoFiles = withoutTests(p.GoFiles)
				realList = append(realList, p)
			}
		}
	}
	modelled := source.NewLoader(modelList, all)
	actual := source.NewLoader(realList, func(string) bool { return false })
	f := &figures{Unmodelled: []string{}, Alone: []string{}}
	for _, p := range modelList {
		m, err := modelled.Package(p.ImportPath)
		if err != nil {
			return nil, err
		}
		f.Packages++
		if actual.Listed(p.ImportPath) == nil {
			f.Alone = append(f.Alone, p.ImportPath)
			continue
		}
		r, err := actual.Package(p.ImportPath)
		if err != nil {
			return nil, err
		}
		f.Compared++
		comparePackages(f, m, r, func(obj types.Object) string { return modelled.Fset.Position(obj.Pos()).Filename })
	}
	for _, p := range realList {
		if modelled.Listed(p.ImportPath) == nil && isPublic(p.ImportPath) && p.ImportPath != "unsafe" {
			f.Unmodelled = append(f.Unmodelled, p.ImportPath)
		}
	}
	for _, err := range append(modelled.Errors, actual.Errors...) {
		fmt.Println("error:", err)
		f.Errors++
	}
	return f, nil
}

func withoutTests(names []string) []string {
	var kept []string
	for _, n := range names {
		if !strings.HasSuffix(n, "_test.go") {
			kept = append(kept, n)
		}
	}
	return kept
}

func isPublic(path string) bool {
	for _, element := range strings.Split(path, "/") {
		if element == "internal" || element == "vendor" {
			return false
		}
	}
	return true
}

func comparePackages(f *figures, m, r *types.Package, position func(types.Object) string) {
	if m.Name() != r.Name() {
		difference(f, r.Path(), "package name", m.Name(), r.Name())
	}
	for _, name := range r.Scope().Names() {
		if !ast.IsExported(name) {
			continue
		}
		if m.Scope().Lookup(name) == nil {
			f.Missing++
			fmt.Printf("missing: %s.%s\n", r.Path(), name)
		}
	}
	for _, name := range m.Scope().Names() {
		if !ast.IsExported(name) {
			continue
		}
		real := r.Scope().Lookup(name)
		if real == nil {
			f.Extra++
			fmt.Printf("extra: %s.%s\n", r.Path(), name)
			continue
		}
		f.Objects++
		model := m.Scope().Lookup(name)
		want, have := describe(real), describe(model)
		if filepath.Base(position(model)) != "api.go" {
			// Behaviour written by hand needs other fields than the original.
			delete(want, "size")
			delete(have, "size")
		}
		for _, aspect := range sortedKeys(want, have) {
			if want[aspect] != have[aspect] {
				difference(f, r.Path()+"."+name, aspect, have[aspect], want[aspect])
			}
		}
	}
}

func difference(f *figures, where, aspect, have, want string) {
	f.Differences++
	fmt.Printf("difference: %s: %s\n\tmodel %s\n\treal  %s\n", where, aspect, have, want)
}

func sortedKeys(maps ...map[string]string) []string {
	set := map[string]bool{}
	for _, m := range maps {
		for k := range m {
			set[k] = true
		}
	}
	var keys []string
	for k := range set {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func byPath(pkg *types.Package) string { return pkg.Path() }

func typeString(t types.Type) string { return types.TypeString(t, byPath) }

var sizes = types.SizesFor("gc", "amd64")

// describe gives all that is compared of an exported object, by aspect.
func describe(obj types.Object) map[string]string {
	d := map[string]string{"kind": strings.TrimPrefix(fmt.Sprintf("%T", obj), "*types.")}
	switch obj := obj.(type) {
	case *types.Const:
		d["type"] = typeString(obj.Type())
		d["value"] = obj.Val().ExactString()
	case *types.TypeName:
		if obj.IsAlias() {
			d["alias"] = typeString(types.Unalias(obj.Type()))
			return d
		}
		describeType(d, obj.Type().(*types.Named))
	default:
		d["type"] = typeString(obj.Type())
	}
	return d
}

func describeType(d map[string]string, t *types.Named) {
	for i := range t.TypeParams().Len() {
		p := t.TypeParams().At(i)
		d[fmt.Sprintf("type parameter %d", i)] = p.Obj().Name() + " " + typeString(p.Constraint())
	}
	d["comparable"] = fmt.Sprint(types.Comparable(t))
	switch u := t.Underlying().(type) {
	case *types.Struct:
		d["type"] = "struct"
		describeFields(d, u)
	case *types.Interface:
		d["type"] = "interface"
		hidden := 0
		for m := range u.Methods() {
			if m.Exported() {
				d["method "+m.Name()] = typeString(m.Type())
			} else {
				hidden++
			}
		}
		d["hidden methods"] = fmt.Sprint(hidden > 0)
		for e := range u.EmbeddedTypes() {
			d["embedded "+typeString(e)] = "yes"
		}
	default:
		d["type"] = typeString(u)
	}
	if types.IsInterface(t) {
		return
	}
	if t.TypeParams().Len() == 0 {
		d["size"] = fmt.Sprint(sizes.Sizeof(t), " ", sizes.Alignof(t))
	}
	for _, recv := range []types.Type{t, types.NewPointer(t)} {
		for m := range types.NewMethodSet(recv).Methods() {
			if m.Obj().Exported() {
				prefix := "method "
				if recv != t {
					prefix = "pointer method "
				}
				d[prefix+m.Obj().Name()] = typeString(m.Type())
			}
		}
	}
	scope := t.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !tn.Exported() || !types.IsInterface(tn.Type()) || t.TypeParams().Len() > 0 {
			continue
		}
		if n, ok := tn.Type().(*types.Named); ok && n.TypeParams().Len() > 0 {
			continue
		}
		i := tn.Type().Underlying().(*types.Interface)
		if !i.IsMethodSet() {
			continue
		}
		d["implements "+name] = fmt.Sprint(types.Implements(t, i), " ", types.Implements(types.NewPointer(t), i))
	}
}

// describeFields describes the fields that another package can select, also the promoted ones.
func describeFields(d map[string]string, s *types.Struct) {
	order := ""
	for i := range s.NumFields() {
		f := s.Field(i)
		if f.Exported() {
			d["field "+f.Name()] = fmt.Sprintf("%s embedded=%t %q", typeString(f.Type()), f.Embedded(), s.Tag(i))
			order += f.Name() + " "
			continue
		}
		if !f.Embedded() {
			continue
		}
		t := f.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if inner, ok := t.Underlying().(*types.Struct); ok {
			sub := map[string]string{}
			describeFields(sub, inner)
			for k, v := range sub {
				d["promoted "+k] = v
			}
		}
	}
	d["fields"] = order
}
