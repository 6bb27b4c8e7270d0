// Command declare writes the declarations of the standard library's packages into `models/`.
//
//	go run ./declare -models DIR
//
// Of each public package it writes `api.go` with what the package exports and the hand-written files beside it do not
// declare: constants with their values, variables, types, and functions without bodies. Unexported things are written
// only where exported ones need them: embedded structs with promoted members, types of exported variables and results,
// unexported methods of interfaces. An unexported field becomes a blank one of the same size and comparability.
// Of internal packages only what public ones mention is written.
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"gordian.dev/oracle/source"
)

const fileName = "api.go"

func main() {
	models := flag.String("models", "", "folder to write to")
	flag.Parse()
	if *models == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "usage: declare -models DIR")
		os.Exit(2)
	}
	if err := run(*models); err != nil {
		fmt.Fprintln(os.Stderr, "declare:", err)
		os.Exit(1)
	}
}

func run(models string) error {
	list, err := source.List(".", "std")
	if err != nil {
		return err
	}
	loader := source.NewLoader(list, func(string) bool { return false })
	g := &generator{models: models, packages: map[string]*pkg{}}
	var public []*pkg
	for _, p := range list {
		if p.DepOnly || p.ImportPath == "unsafe" || !isPublic(p.ImportPath) {
			continue
		}
		tp, err := loader.Package(p.ImportPath)
		if err != nil {
			return err
		}
		public = append(public, g.pkg(tp))
	}
	if len(loader.Errors) > 0 {
		return loader.Errors[0]
	}
	for _, p := range public {
		for _, name := range p.types.Scope().Names() {
			// An unexported type written by hand may lack methods that are promoted.
			if ast.IsExported(name) || p.byHand[name] {
				g.reach(p.types.Scope().Lookup(name))
			}
		}
	}
	g.drain()
	if err := g.removeOld(); err != nil {
		return err
	}
	total := 0
	for _, path := range sortedKeys(g.packages) {
		n, err := g.write(g.packages[path])
		if err != nil {
			return err
		}
		total += n
	}
	fmt.Printf("%d packages, %d bytes\n", len(g.packages), total)
	return nil
}

func isPublic(path string) bool {
	for _, element := range strings.Split(path, "/") {
		if element == "internal" || element == "vendor" {
			return false
		}
	}
	return true
}

// pkg is a package being written.
type pkg struct {
	types *types.Package
	// Objects and `Type.method` that hand-written files declare.
	byHand map[string]bool
	// Objects to write.
	objects map[types.Object]bool
	// Unexported methods of the package's interfaces: name to signatures.
	hidden map[string][]*types.Signature
}

type generator struct {
	models   string
	packages map[string]*pkg
	queue    []types.Object
}

func (g *generator) pkg(tp *types.Package) *pkg {
	p := g.packages[tp.Path()]
	if p == nil {
		p = &pkg{types: tp, byHand: byHand(filepath.Join(g.models, tp.Path())), objects: map[types.Object]bool{}, hidden: hiddenMethods(tp)}
		g.packages[tp.Path()] = p
	}
	return p
}

// byHand lists what the hand-written files of a package declare.
func byHand(dir string) map[string]bool {
	names := map[string]bool{}
	matches, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, path := range matches {
		if filepath.Base(path) == fileName {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if d.Recv != nil {
					name = receiverName(d.Recv.List[0].Type) + "." + name
				}
				names[name] = true
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						names[s.Name.Name] = true
					case *ast.ValueSpec:
						for _, id := range s.Names {
							names[id.Name] = true
						}
					}
				}
			}
		}
	}
	return names
}

func receiverName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiverName(e.X)
	case *ast.ParenExpr:
		return receiverName(e.X)
	case *ast.IndexExpr:
		return receiverName(e.X)
	case *ast.IndexListExpr:
		return receiverName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

func hiddenMethods(tp *types.Package) map[string][]*types.Signature {
	hidden := map[string][]*types.Signature{}
	for _, name := range tp.Scope().Names() {
		tn, ok := tp.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if it, ok := tn.Type().Underlying().(*types.Interface); ok {
			for m := range it.ExplicitMethods() {
				if !m.Exported() {
					hidden[m.Name()] = append(hidden[m.Name()], m.Signature())
				}
			}
		}
	}
	return hidden
}

// reach marks an object for writing; what it mentions follows in drain.
func (g *generator) reach(obj types.Object) {
	if obj.Pkg() == nil || obj.Pkg() == types.Unsafe || obj.Parent() != obj.Pkg().Scope() {
		return
	}
	p := g.pkg(obj.Pkg())
	if !p.objects[obj] {
		p.objects[obj] = true
		g.queue = append(g.queue, obj)
	}
}

func (g *generator) drain() {
	for len(g.queue) > 0 {
		obj := g.queue[0]
		g.queue = g.queue[1:]
		p := g.pkg(obj.Pkg())
		tn, isType := obj.(*types.TypeName)
		if !isType {
			if !p.byHand[obj.Name()] {
				g.mention(obj.Type())
			}
			continue
		}
		if tn.IsAlias() {
			if !p.byHand[obj.Name()] {
				g.mention(tn.Type().(*types.Alias).Rhs())
			}
			continue
		}
		named := tn.Type().(*types.Named)
		if !p.byHand[obj.Name()] {
			g.typeParams(named.TypeParams())
			g.declared(named)
		}
		for m := range named.Methods() {
			if m.Exported() && !p.byHand[obj.Name()+"."+m.Name()] {
				g.mention(m.Type())
			}
		}
	}
}

// declared follows the right-hand side of a type declaration as it will be written.
func (g *generator) declared(named *types.Named) {
	switch t := named.Underlying().(type) {
	case *types.Struct:
		for f := range t.Fields() {
			if keepField(f) {
				g.mention(f.Type())
			} else {
				g.mention(lowered(f.Type()))
			}
		}
	default:
		g.mention(t)
	}
}

func (g *generator) typeParams(list *types.TypeParamList) {
	for tp := range list.TypeParams() {
		g.mention(tp.Constraint())
	}
}

// mention follows a type as it is written out.
func (g *generator) mention(t types.Type) {
	switch t := t.(type) {
	case *types.Basic, *types.TypeParam, nil:
	case *types.Alias:
		g.reach(t.Obj())
		for a := range t.TypeArgs().Types() {
			g.mention(a)
		}
	case *types.Named:
		g.reach(t.Obj())
		for a := range t.TypeArgs().Types() {
			g.mention(a)
		}
	case *types.Pointer:
		g.mention(t.Elem())
	case *types.Slice:
		g.mention(t.Elem())
	case *types.Array:
		g.mention(t.Elem())
	case *types.Chan:
		g.mention(t.Elem())
	case *types.Map:
		g.mention(t.Key())
		g.mention(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			g.mention(f.Type())
		}
	case *types.Tuple:
		for v := range t.Variables() {
			g.mention(v.Type())
		}
	case *types.Signature:
		g.typeParams(t.TypeParams())
		g.mention(t.Params())
		g.mention(t.Results())
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if m.Exported() {
				g.mention(m.Type())
			}
		}
		for e := range t.EmbeddedTypes() {
			g.mention(e)
		}
	case *types.Union:
		for term := range t.Terms() {
			g.mention(term.Type())
		}
	default:
		panic(fmt.Sprintf("unexpected type %T", t))
	}
}

// keepField says whether a field is written with its name: it is exported, or its members are promoted.
func keepField(f *types.Var) bool {
	if f.Exported() {
		return true
	}
	return f.Embedded() && hasExportedMember(f.Type(), map[types.Type]bool{})
}

func hasExportedMember(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	methods := types.NewMethodSet(t)
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	} else if !types.IsInterface(t) {
		methods = types.NewMethodSet(types.NewPointer(t))
	}
	for m := range methods.Methods() {
		if m.Obj().Exported() {
			return true
		}
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			if f.Exported() || f.Embedded() && hasExportedMember(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// lowered is a type of the same size, alignment and comparability that names no type of any package.
func lowered(t types.Type) types.Type {
	switch u := types.Unalias(t).(type) {
	case *types.TypeParam:
		return u
	case *types.Pointer:
		if tp, ok := types.Unalias(u.Elem()).(*types.TypeParam); ok {
			return types.NewPointer(tp)
		}
		return emptyPointer
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.UnsafePointer {
			return emptyPointer
		}
		return u
	case *types.Pointer, *types.Chan:
		return emptyPointer
	case *types.Map, *types.Signature:
		return types.NewSignatureType(nil, nil, nil, nil, nil, false)
	case *types.Slice:
		return types.NewSlice(types.Typ[types.Byte])
	case *types.Interface:
		return types.Universe.Lookup("any").Type()
	case *types.Array:
		return types.NewArray(lowered(u.Elem()), u.Len())
	case *types.Struct:
		var fields []*types.Var
		for f := range u.Fields() {
			fields = append(fields, types.NewField(token.NoPos, nil, "_", lowered(f.Type()), false))
		}
		return types.NewStruct(fields, nil)
	}
	panic(fmt.Sprintf("unexpected type %T", t.Underlying()))
}

var emptyPointer = types.NewPointer(types.NewStruct(nil, nil))

// removeOld deletes the files of an earlier run, so that none outlives its package.
func (g *generator) removeOld() error {
	return filepath.WalkDir(g.models, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.Name() != fileName {
			return err
		}
		return os.Remove(path)
	})
}

func (g *generator) write(p *pkg) (int, error) {
	w := newPrinter(p)
	text := w.file()
	if text == "" {
		return 0, nil
	}
	formatted, err := format.Source([]byte(text))
	if err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", p.types.Path(), err, text)
	}
	dir := filepath.Join(g.models, p.types.Path())
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	return len(formatted), os.WriteFile(filepath.Join(dir, fileName), formatted, 0o666)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
