package sinew_test

import (
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Each package that a program can import has an example that go test runs, and every example
// belongs to a name of its package: otherwise neither go doc nor a package index shows it.
func TestPackagesHaveExamples(t *testing.T) {
	for dir, p := range publicPackages(t) {
		files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		run, all := 0, 0
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, example := range doc.Examples(file) {
				all++
				if example.Output != "" || example.EmptyOutput {
					run++
				}
				if !belongs(example.Name, p) {
					t.Errorf("%s: Example%s is the example of no name of package %s", name, example.Name, dir)
				}
			}
		}
		if run == 0 {
			t.Errorf("%s: expected an example with output, found none of %d", dir, all)
		}
	}
}

// belongs reports whether an example named Example+name is of a package, or of a name that it
// exports: Type, Func or Type_Method, and then a suffix that begins in lower case.
func belongs(name string, p *exported) bool {
	if at := strings.LastIndex(name, "_"); at >= 0 {
		if first, _ := utf8.DecodeRuneInString(name[at+1:]); unicode.IsLower(first) {
			name = name[:at]
		}
	}
	return name == "" || p.names[strings.ReplaceAll(name, "_", ".")]
}
