package systems_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Every block of Go code in the README and in docs is code that go test compiles and runs: the
// body of an example whose output is checked, or a region of code between the comments "guide:
// NAME" and "guide: end". Such a region is in an example with output or is a test, is beside one in
// the same file, or in one of the example programs, whose tests run them.
func TestDocumentsShowTestedCode(t *testing.T) {
	probe.Serial(t)
	regions, shown := testedCode(t), make(map[string]bool)
	documents, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	least := map[string]int{"../README.md": 1, "../docs/guide.md": 20, "../docs/performance.md": 1}
	for _, document := range append(documents, "../README.md") {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		fenced := regexp.MustCompile("(?ms)^[ \t]*```go[^\n]*\n(.*?)^[ \t]*```")
		blocks := fenced.FindAllStringSubmatch(string(text), -1)
		if len(blocks) < least[document] || len(blocks) != strings.Count(strings.ToLower(string(text)), "```go") {
			t.Errorf("%s: %d blocks of Go code are found, want all and at least %d", document, len(blocks), least[document])
		}
		for _, block := range blocks {
			name, ok := regions[unindented(block[1])]
			if !ok {
				t.Errorf("%s shows code that no test runs:\n%s", document, block[1])
			}
			shown[name] = true
		}
		for _, link := range regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`).
			FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			target := document
			if link[1] != "" {
				target = filepath.Join(filepath.Dir(document), link[1])
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: a link leads nowhere: %v", document, err)
			} else if link[2] != "" && !hasHeading(t, target, link[2]) {
				t.Errorf("%s: the link %s#%s leads to no heading", document, link[1], link[2])
			}
		}
	}
	for _, name := range regions {
		if strings.Contains(name, "guide: ") && !shown[name] {
			t.Errorf("no document shows %s", name)
		}
	}
}

// hasHeading reports whether a Markdown file has a heading to which an anchor leads, which is the
// heading in lower case with hyphens for spaces, and without punctuation.
func hasHeading(t *testing.T, file, anchor string) bool {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dropped := regexp.MustCompile(`[^\w\- ]`)
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(text), -1) {
		if strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(heading[1]), ""), " ", "-") == anchor {
			return true
		}
	}
	return false
}

// Who knows the words of the usual articles finds each of them in one step: in the table of
// docs/concepts.md, in a row that has our word and a link to where it is done.
func TestConceptsHaveTheUsualWords(t *testing.T) {
	text, err := os.ReadFile("../docs/concepts.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| usual word |")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, word := range []string{
		"additive animation", "animation controller", "animation set", "bind pose", "blend shape", "bone",
		"combined transform", "cross fade", "dual quaternion skinning", "frame hierarchy", "global inverse transform",
		"hardware skinning", "inverse bind pose", "key frame", "local transform", "matrix palette", "offset matrix",
		"rig", "skin space", "skinning matrices", "slerp", "software skinning", "ticks per second", "to-parent matrix",
		"to-root matrix", "vertex blending",
	} {
		row := regexp.MustCompile(`(?m)^\|[^|]*\b` + word + `\b[^|]*\|([^|]+)\|.*\]\([^)]+\).*\|$`)
		if found := row.FindStringSubmatch(table); found == nil || strings.TrimSpace(found[1]) == "" {
			t.Errorf("docs/concepts.md: expected a row for %q with our word and a link, found none", word)
		}
	}
}

// testedCode returns the code that documents may show, without indentation, and a name for each.
func testedCode(t *testing.T) map[string]string {
	t.Helper()
	code := make(map[string]string)
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && path == filepath.Join("..", "bench") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || filepath.Base(path) == "documents_test.go" {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if path != "example_test.go" && !strings.Contains(string(source), "// guide: ") {
			return nil
		}
		var covered func(line int) bool
		if strings.HasSuffix(path, "_test.go") {
			covered = coveredByExamples(t, path, source, code)
		} else if _, err := os.Stat(filepath.Join(filepath.Dir(path), "main_test.go")); err == nil &&
			strings.Contains(filepath.ToSlash(path), "cmd/demo/examples/") ||
			strings.Contains(filepath.ToSlash(path), "cmd/demo/examples/hello/") { // TestHello of cmd/demo runs them
			covered = func(int) bool { return true }
		} else {
			t.Errorf("%s: only examples and example programs with a main_test.go have code for documents", path)
			return nil
		}
		name, first := "", 0
		lines := strings.SplitAfter(string(source), "\n")
		for i, line := range lines {
			label, ok := strings.CutPrefix(strings.TrimSpace(line), "// guide: ")
			switch {
			case !ok:
			case label != "end" && name == "":
				name, first = label, i+1
			case label == "end" && name != "" && covered(i+1):
				code[unindented(strings.Join(lines[first:i], ""))] = path + ": guide: " + name
				name = ""
			default:
				t.Errorf("%s:%d: %q is at the wrong place, or in no example with output", path, i+1, label)
				name = ""
			}
		}
		if name != "" {
			t.Errorf("%s: %q has no end", path, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// coveredByExamples returns whether a line of a test file belongs to an example whose output is
// checked or to a test, or is beside one. It adds the bodies of these examples to code.
func coveredByExamples(t *testing.T, path string, source []byte, code map[string]string) func(line int) bool {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	checked := make(map[string]bool)
	for _, example := range doc.Examples(file) {
		checked["Example"+example.Name] = example.Output != ""
	}
	untested := make(map[int]bool)
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok {
			continue
		}
		first, last := files.Position(function.Pos()).Line, files.Position(function.End()).Line
		if function.Recv == nil && checked[function.Name.Name] {
			body := string(
				source[files.Position(function.Body.Lbrace).Offset+1 : files.Position(function.Body.Rbrace).Offset])
			body, _, _ = strings.Cut(body, "\t// Output:")
			code[unindented(body)] = path + ": " + function.Name.Name
			continue
		}
		if function.Recv == nil && strings.HasPrefix(function.Name.Name, "Test") {
			checked[function.Name.Name] = true
			continue
		}
		if function.Recv != nil {
			continue // a method of a type that an example uses, or else a linter finds it
		}
		for line := first; line <= last; line++ {
			untested[line] = true
		}
	}
	return func(line int) bool { return len(checked) > 0 && !untested[line] }
}

// unindented removes the indentation that all lines share, and empty lines around them.
func unindented(code string) string {
	lines := strings.Split(strings.Trim(code, "\n"), "\n")
	for strings.HasPrefix(lines[0], "\t") {
		for i, line := range lines {
			lines[i] = strings.TrimPrefix(line, "\t")
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
