package systems_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

var sourceFile = regexp.MustCompile(`\b\w+\.go\b`)

// sourceLayers returns the layer of each file as doc.go lists it: handles are 3, Animation is 2,
// the systems are 1, and what all use is 0.
func sourceLayers(t *testing.T) map[string]int {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments)
	check(t, err)
	_, list, _ := strings.Cut(file.Doc.Text(), "in three layers")
	list, _, _ = strings.Cut(list, "\nPackage render")
	layers, layer := map[string]int{"doc.go": 0}, 4
	for line := range strings.SplitSeq(list, "\n") {
		if strings.HasPrefix(line, "  - ") || strings.HasPrefix(line, "All three") {
			layer--
		}
		for _, name := range sourceFile.FindAllString(line, -1) {
			if _, twice := layers[name]; twice {
				t.Errorf("doc.go lists %s twice", name)
			}
			layers[name] = layer
		}
	}
	if layer != 0 {
		t.Fatalf("doc.go lists layers down to %d, want 0", layer)
	}
	return layers
}

// The files of the package are in the layers that doc.go lists, and none uses what one of a layer
// above it declares.
func TestSourceIsInLayers(t *testing.T) {
	layers := sourceLayers(t)
	entries, err := os.ReadDir(".")
	check(t, err)
	files, declared, methods := map[string]*ast.File{}, map[string]string{}, map[string]string{}
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if _, ok := layers[name]; !ok {
			t.Errorf("doc.go does not list %s in a layer", name)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		check(t, err)
		files[name] = file
		for name := range file.Scope.Objects {
			declared[name] = entry.Name()
		}
		for _, declaration := range file.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok && f.Recv != nil && isOfAnimation(f) {
				methods[f.Name.Name] = name
			}
		}
	}
	for name := range layers {
		if files[name] == nil {
			t.Errorf("doc.go lists %s, which is not there", name)
		}
	}
	uses := func(user, name, file string) {
		if file != "" && layers[file] > layers[user] {
			t.Errorf("%s uses %s of %s, which is in a layer above it", user, name, file)
		}
	}
	for name, file := range files {
		for _, used := range file.Unresolved {
			uses(name, used.Name, declared[used.Name])
		}
		for _, declaration := range file.Decls {
			f, ok := declaration.(*ast.FuncDecl)
			if !ok || f.Recv == nil || !isOfAnimation(f) || len(f.Recv.List[0].Names) == 0 {
				continue
			}
			receiver := f.Recv.List[0].Names[0].Name
			ast.Inspect(f, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					if x, ok := s.X.(*ast.Ident); ok && x.Name == receiver {
						uses(name, "Animation."+s.Sel.Name, methods[s.Sel.Name])
					}
				}
				return true
			})
		}
	}
}

// isOfAnimation reports whether a method is one of Animation.
func isOfAnimation(f *ast.FuncDecl) bool {
	star, ok := f.Recv.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	name, ok := star.X.(*ast.Ident)
	return ok && name.Name == "Animation"
}
