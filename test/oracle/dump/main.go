// Command dump writes what go/types finds out about every expression and identifier of packages, for comparison.
//
//	go run ./dump -out DIR PATTERN...
//
// For each package that matches it writes two files, named by the import path with `+` for `/`:
// `NAME.json` with the files, the table of strings and the order of initialisation, and `NAME.bin` with the entries:
// six little-endian uint32 words each, grouped by file, in the order of a walk over the tree.
//
//	word 0  byte offset of the node's start
//	word 1  byte offset behind its end
//	word 2  kind of entry (low 8 bits) and its mode or object kind (next 8 bits)
//	word 3  string: the type
//	word 4  string: the constant's value; or the file that declares the object
//	word 5  byte offset of the object's declaration in that file; or a second string
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"gordian.dev/oracle/source"
)

// Kinds of entries beyond those of expression nodes. The reader has the same table.
const (
	entryDef       = 64
	entryUse       = 65
	entryInstance  = 66
	entrySelection = 67
	entryImplicit  = 68
)

type fileHeader struct {
	Name    string `json:"name"`
	Entries int    `json:"entries"`
	Size    int    `json:"size"`
}

type header struct {
	Path      string       `json:"path"`
	Files     []fileHeader `json:"files"`
	Strings   []string     `json:"strings"`
	InitOrder []string     `json:"initOrder"`
}

func main() {
	out := flag.String("out", "", "folder to write to")
	flag.Parse()
	if *out == "" || flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: dump -out DIR PATTERN...")
		os.Exit(2)
	}
	if err := run(*out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "dump:", err)
		os.Exit(1)
	}
}

func run(out string, patterns []string) error {
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	list, err := source.List(".", patterns...)
	if err != nil {
		return err
	}
	loader := source.NewLoader(list, func(string) bool { return true })
	var paths []string
	for _, p := range list {
		if p.ImportPath == "unsafe" {
			continue
		}
		if p.DepOnly {
			continue
		}
		info := &types.Info{
			Types:      map[ast.Expr]types.TypeAndValue{},
			Instances:  map[*ast.Ident]types.Instance{},
			Defs:       map[*ast.Ident]types.Object{},
			Uses:       map[*ast.Ident]types.Object{},
			Implicits:  map[ast.Node]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{},
		}
		_, files, err := loader.Check(p.ImportPath, info)
		if err != nil {
			return err
		}
		if err := write(out, p.ImportPath, loader.Fset, files, info); err != nil {
			return err
		}
		paths = append(paths, p.ImportPath)
	}
	if len(loader.Errors) > 0 {
		return fmt.Errorf("%d errors, first: %w", len(loader.Errors), loader.Errors[0])
	}
	index, err := json.Marshal(paths)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "packages.json"), index, 0o666)
}

// writer collects the entries of one package.
type writer struct {
	fset     *token.FileSet
	info     *types.Info
	strings  map[string]uint32
	table    []string
	typeStrs map[types.Type]uint32
	words    []uint32
	entries  int
	file     *token.File
}

func write(out, path string, fset *token.FileSet, files []*ast.File, info *types.Info) error {
	w := &writer{fset: fset, info: info, strings: map[string]uint32{}, typeStrs: map[types.Type]uint32{}}
	w.str("")
	h := header{Path: path}
	for _, f := range files {
		w.file = fset.File(f.Package)
		w.entries = 0
		ast.Inspect(f, w.visit)
		h.Files = append(h.Files, fileHeader{filepath.Base(w.file.Name()), w.entries, w.file.Size()})
	}
	for _, init := range info.InitOrder {
		var names []string
		for _, v := range init.Lhs {
			names = append(names, v.Name())
		}
		h.InitOrder = append(h.InitOrder, strings.Join(names, ","))
	}
	h.Strings = w.table
	name := filepath.Join(out, strings.ReplaceAll(path, "/", "+"))
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if err := os.WriteFile(name+".json", text, 0o666); err != nil {
		return err
	}
	f, err := os.Create(name + ".bin")
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(f, 1<<20)
	word := make([]byte, 4)
	for _, x := range w.words {
		binary.LittleEndian.PutUint32(word, x)
		buffered.Write(word)
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return f.Close()
}

func (w *writer) str(s string) uint32 {
	i, ok := w.strings[s]
	if !ok {
		i = uint32(len(w.table))
		w.strings[s] = i
		w.table = append(w.table, s)
	}
	return i
}

func byPath(pkg *types.Package) string { return pkg.Path() }

func (w *writer) typ(t types.Type) uint32 {
	if t == nil {
		return 0
	}
	i, ok := w.typeStrs[t]
	if !ok {
		i = w.str(types.TypeString(t, byPath))
		w.typeStrs[t] = i
	}
	return i
}

func (w *writer) emit(n ast.Node, kind, mode int, typ, a, b uint32) {
	w.entries++
	w.words = append(w.words, w.offset(n.Pos()), w.offset(n.End()), uint32(kind|mode<<8), typ, a, b)
}

func (w *writer) offset(pos token.Pos) uint32 { return uint32(w.file.Offset(pos)) }

func (w *writer) visit(n ast.Node) bool {
	if n == nil {
		return false
	}
	if id, ok := n.(*ast.Ident); ok {
		w.ident(id)
	}
	if e, ok := n.(ast.Expr); ok {
		if tv, ok := w.info.Types[e]; ok {
			mode := int(reflect.ValueOf(tv).Field(0).Uint())
			w.emit(e, exprKind(e), mode, w.typ(tv.Type), w.value(tv.Value), 0)
		}
		if s, ok := e.(*ast.SelectorExpr); ok {
			w.selection(s)
		}
	}
	if obj := w.info.Implicits[n]; obj != nil {
		w.emit(n, entryImplicit, objectKind(obj), w.typ(obj.Type()), w.str(obj.Name()), 0)
	}
	return true
}

func (w *writer) ident(id *ast.Ident) {
	if obj, ok := w.info.Defs[id]; ok {
		w.object(id, entryDef, obj)
	}
	if obj := w.info.Uses[id]; obj != nil {
		w.object(id, entryUse, obj)
	}
	if inst, ok := w.info.Instances[id]; ok {
		var args []string
		for t := range inst.TypeArgs.Types() {
			args = append(args, types.TypeString(t, byPath))
		}
		w.emit(id, entryInstance, 0, w.typ(inst.Type), w.str(strings.Join(args, "; ")), 0)
	}
}

func (w *writer) object(id *ast.Ident, entry int, obj types.Object) {
	if obj == nil {
		w.emit(id, entry, 0, 0, 0, 0)
		return
	}
	file, offset := uint32(0), uint32(0)
	if obj.Pos().IsValid() {
		f := w.fset.File(obj.Pos())
		pkg := ""
		if obj.Pkg() != nil {
			pkg = obj.Pkg().Path()
		}
		file = w.str(pkg + "/" + filepath.Base(f.Name()))
		offset = uint32(f.Offset(obj.Pos()))
	}
	w.emit(id, entry, objectKind(obj), w.typ(obj.Type()), file, offset)
}

func (w *writer) selection(s *ast.SelectorExpr) {
	sel := w.info.Selections[s]
	if sel == nil {
		return
	}
	var path []string
	for _, i := range sel.Index() {
		path = append(path, strconv.Itoa(i))
	}
	indirect := ""
	if sel.Indirect() {
		indirect = " indirect"
	}
	w.emit(s, entrySelection, int(sel.Kind()), w.typ(sel.Recv()), w.str(strings.Join(path, ".")+indirect), w.typ(sel.Obj().Type()))
}

// value writes strings with one character a byte and all other constants exactly.
func (w *writer) value(v constant.Value) uint32 {
	if v == nil {
		return 0
	}
	if v.Kind() != constant.String {
		return w.str(v.ExactString())
	}
	s := constant.StringVal(v)
	runes := make([]rune, 0, len(s)+1)
	runes = append(runes, '"')
	for i := range len(s) {
		runes = append(runes, rune(s[i]))
	}
	return w.str(string(runes))
}

func objectKind(obj types.Object) int {
	switch obj.(type) {
	case *types.PkgName:
		return 1
	case *types.Const:
		return 2
	case *types.TypeName:
		return 3
	case *types.Var:
		return 4
	case *types.Func:
		return 5
	case *types.Label:
		return 6
	case *types.Builtin:
		return 7
	case *types.Nil:
		return 8
	}
	panic("unknown object")
}

func exprKind(e ast.Expr) int {
	switch e.(type) {
	case *ast.BadExpr:
		return 1
	case *ast.Ident:
		return 2
	case *ast.BasicLit:
		return 3
	case *ast.CompositeLit:
		return 4
	case *ast.FuncLit:
		return 5
	case *ast.ParenExpr:
		return 6
	case *ast.SelectorExpr:
		return 7
	case *ast.IndexExpr, *ast.IndexListExpr:
		return 8
	case *ast.SliceExpr:
		return 9
	case *ast.TypeAssertExpr:
		return 10
	case *ast.CallExpr:
		return 11
	case *ast.StarExpr:
		return 12
	case *ast.UnaryExpr:
		return 13
	case *ast.BinaryExpr:
		return 14
	case *ast.KeyValueExpr:
		return 15
	case *ast.Ellipsis:
		return 16
	case *ast.ArrayType:
		return 17
	case *ast.StructType:
		return 18
	case *ast.FuncType:
		return 19
	case *ast.InterfaceType:
		return 20
	case *ast.MapType:
		return 21
	case *ast.ChanType:
		return 22
	}
	panic("unknown expression")
}
