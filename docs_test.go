package sinew_test

import (
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/sinew-go/sinew"

// exported is what a package exports: its types, and all names that a link of its documentation may
// have, such as "Type", "Func" and "Type.Method".
type exported struct {
	doc     string // of doc.go
	types   []string
	names   map[string]bool
	imports map[string]string // in doc.go and the other files: the paths of imported packages by their names
	// declarations are the comments of exported declarations and of their fields, by name.
	declarations map[string]string
}

// publicPackages reads the packages that a program can import, by their paths below the root.
func publicPackages(t *testing.T) map[string]*exported {
	t.Helper()
	packages := make(map[string]*exported)
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if base := entry.Name(); slices.Contains([]string{"internal", "cmd", "bench", "testdata"}, base) ||
				len(base) > 1 && strings.HasPrefix(base, ".") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(name))
		p := packages[dir]
		if p == nil {
			p = &exported{names: map[string]bool{}, imports: map[string]string{}, declarations: map[string]string{}}
			packages[dir] = p
		}
		if filepath.Base(name) == "doc.go" {
			p.doc = file.Doc.Text()
		}
		p.add(file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return packages
}

// add adds the declarations of a file.
func (p *exported) add(file *ast.File) {
	for _, spec := range file.Imports {
		imported := strings.Trim(spec.Path.Value, `"`)
		name := path.Base(imported)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		p.imports[name] = imported
	}
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = receiver(d.Recv.List[0].Type) + "." + name
			}
			p.names[name] = true
			if d.Name.IsExported() && ast.IsExported(name) {
				p.declarations[name] = d.Doc.Text()
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					p.names[s.Name.Name] = true
					p.addComments(s.Name, d.Doc, s.Doc)
					if s.Name.IsExported() && !slices.Contains(p.types, s.Name.Name) {
						p.types = append(p.types, s.Name.Name)
					}
					p.addMembers(s)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						p.names[name.Name] = true
						p.addComments(name, d.Doc, s.Doc)
					}
				}
			}
		}
	}
}

// addComments adds the comments of an exported type, constant or variable.
func (p *exported) addComments(name *ast.Ident, comments ...*ast.CommentGroup) {
	if !name.IsExported() {
		return
	}
	for _, comment := range comments {
		p.declarations[name.Name] += comment.Text()
	}
}

// addMembers adds the fields of a struct and the methods of an interface.
func (p *exported) addMembers(s *ast.TypeSpec) {
	var fields *ast.FieldList
	switch of := s.Type.(type) {
	case *ast.StructType:
		fields = of.Fields
	case *ast.InterfaceType:
		fields = of.Methods
	default:
		return
	}
	for _, field := range fields.List {
		for _, name := range field.Names {
			p.names[s.Name.Name+"."+name.Name] = true
			if s.Name.IsExported() && name.IsExported() {
				p.declarations[s.Name.Name+"."+name.Name] = field.Doc.Text()
			}
		}
	}
}

// receiver returns the name of a method's type.
func receiver(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.StarExpr:
		return receiver(of.X)
	case *ast.IndexExpr:
		return receiver(of.X)
	case *ast.Ident:
		return of.Name
	}
	return ""
}

// docLink finds the links of a documentation; an index, as in RegisterResource[T], is none.
var docLink = regexp.MustCompile(`(?:^|[^\w])\[\*?([A-Za-z][\w./-]*)\]`)

// The documentation of the module lists all packages that a program can import, and no others.
func TestRootListsThePackages(t *testing.T) {
	packages := publicPackages(t)
	var want, got []string
	for dir := range packages {
		if dir != "." {
			want = append(want, dir)
		}
	}
	for _, link := range docLink.FindAllStringSubmatch(packages["."].doc, -1) {
		if dir, ok := strings.CutPrefix(link[1], module+"/"); ok {
			got = append(got, dir)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("doc.go lists\n%s\nthe packages are\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The documentation of packages lists their exported types.
func TestPackagesListTheirTypes(t *testing.T) {
	packages := publicPackages(t)
	for dir, p := range packages {
		listed := make(map[string]bool)
		for _, link := range docLink.FindAllStringSubmatch(p.doc, -1) {
			name, _, _ := strings.Cut(link[1], ".")
			listed[name] = true
		}
		var missing []string
		for _, name := range p.types {
			if !listed[name] {
				missing = append(missing, name)
			}
		}
		if len(missing) > 0 {
			t.Errorf("%s/doc.go has no link to %s", dir, strings.Join(missing, ", "))
		}
	}
}

// Links of the documentation of packages, and of what they export, lead somewhere.
func TestDocLinksLeadSomewhere(t *testing.T) {
	packages := publicPackages(t)
	for dir, p := range packages {
		for _, link := range docLink.FindAllStringSubmatch(p.doc, -1) {
			if !leads(packages, p, link[1]) {
				t.Errorf("%s/doc.go: the link [%s] leads nowhere", dir, link[1])
			}
		}
		for name, text := range p.declarations {
			for _, link := range docLink.FindAllStringSubmatch(text, -1) {
				if !leads(packages, p, link[1]) && strings.ToLower(link[1]) != link[1] { // otherwise an index
					t.Errorf("%s: %s: the link [%s] leads nowhere", dir, name, link[1])
				}
			}
		}
	}
}

// leads reports whether the documentation of a package has something to show for a link.
func leads(packages map[string]*exported, p *exported, link string) bool {
	if p.names[link] {
		return true
	}
	dir, last := path.Split(link)
	of, name, hasName := strings.Cut(last, ".")
	imported := dir + of
	if dir == "" {
		if imported = p.imports[of]; imported == "" {
			imported, _ = comment.DefaultLookupPackage(of)
		}
		if !hasName || imported == "" {
			return false
		}
	}
	other, ours := strings.CutPrefix(imported, module+"/")
	if !ours {
		return true // of another module
	}
	q := packages[other]
	return q != nil && (!hasName || q.names[name])
}

// A path in the tables of ARCHITECTURE.md names a file or a folder that exists: whole, from the
// root, or its last parts, as in a row that names the folder first.
func TestArchitectureNamesWhatExists(t *testing.T) {
	var paths []string
	err := filepath.WalkDir(".", func(p string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && (p == ".git" || p == ".tools" || p == "out") {
			return fs.SkipDir
		}
		paths = append(paths, "/"+filepath.ToSlash(p))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		for _, quoted := range quotedPath.FindAllStringSubmatch(line, -1) {
			named := strings.TrimSuffix(quoted[1], "/")
			if strings.Contains(named, "*") || strings.Contains(named, "NAME") || strings.HasPrefix(named, "go ") {
				continue
			}
			checked++
			if !slices.ContainsFunc(paths, func(p string) bool { return strings.HasSuffix(p, "/"+named) }) {
				t.Errorf("ARCHITECTURE.md names %s, which is not there", named)
			}
		}
	}
	if checked < 100 {
		t.Errorf("expected at least 100 paths in the tables, found %d", checked)
	}
}

// quotedPath is a file with a known ending, or a folder, in backquotes.
var quotedPath = regexp.MustCompile("`([\\w./*-]+(?:/|\\.(?:go|glsl|md|json|c)))`")

// A name in backquotes in the README and in docs, such as `Builder.TicksPerSecond`, `mesh.Skin` or
// `player.Play`, is one that a public package exports, or a test or example.
func TestDocumentsNameWhatExists(t *testing.T) {
	others := map[string]bool{ // of Go, processors and files
		"errors.As": true, "errors.Is": true, "GOMAXPROCS": true, "GOVULNDB": true, "LockOSThread": true,
		"mgl32.Ident4": true, "VPERMB": true, "VRMC_materials_mtoon": true,
		"skinning.Dual": true, "skinning.Split": true, "Split": true, // internal/kernel/skinning
	}
	packages, tests := publicPackages(t), testNames(t)
	documents, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, document := range append(documents, "README.md") {
		text, _, _ := strings.Cut(read(t, document), "\n## Coming from elsewhere") // which has the names of others
		for _, quoted := range quotedName.FindAllStringSubmatch(text, -1) {
			if name := quoted[1]; !others[name] && !tests[name] && !hasName(packages, name) {
				t.Errorf("%s: expected the name of something that programs can use, found %q", document, name)
			}
		}
	}
}

// testNames returns the names of all tests and examples.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	found := make(map[string]bool)
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && len(name) > 1 && (name[0] == '.' || name == "out") {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		for _, function := range testFunction.FindAllStringSubmatch(read(t, name), -1) {
			found[function[1]] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// hasName reports whether a package exports a name: Name, Type.Name, package.Name,
// package.Type.Name, or variable.Name, of which only the last part is looked for.
func hasName(packages map[string]*exported, name string) bool {
	first, rest, dotted := strings.Cut(name, ".")
	of := false // whether first is a package or a type
	for dir, p := range packages {
		switch {
		case p.names[name]:
			return true
		case dotted && path.Base(dir) == first:
			if of = true; p.names[rest] {
				return true
			}
		}
	}
	if of || dotted && ast.IsExported(first) {
		return false
	}
	last := name[strings.LastIndex(name, ".")+1:]
	for _, p := range packages {
		for has := range p.names {
			if has[strings.LastIndex(has, ".")+1:] == last {
				return true
			}
		}
	}
	return false
}

// quotedName is an exported name in backquotes, of a package or of a value, perhaps with arguments.
var quotedName = regexp.MustCompile("`((?:[A-Za-z]\\w*\\.)*[A-Z]\\w*)(?:\\([^`]*)?`")

// testFunction is the first line of a test or an example.
var testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Example)\w*)\(`)
