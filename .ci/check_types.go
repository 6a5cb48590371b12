//go:build ignore

// Command check_types checks the types of packages for a processor, without compiling anything.
// Standard input is what go list -deps -test -json prints. Of packages of other modules it takes
// the declarations alone.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
)

// listed is a package as go list describes it.
type listed struct {
	ImportPath, Dir   string
	GoFiles, CgoFiles []string
	ImportMap         map[string]string
	Module            *struct{ Main bool }
}

func (p *listed) isOurs() bool { return p.Module != nil && p.Module.Main }

// checker holds the packages that are checked, which are those that the next ones import.
type checker struct {
	sizes    types.Sizes
	files    *token.FileSet
	known    map[string]*types.Package
	problems int
}

func main() {
	log.SetFlags(0)
	c := &checker{
		sizes: types.SizesFor("gc", os.Args[1]), files: token.NewFileSet(),
		known: map[string]*types.Package{"unsafe": types.Unsafe},
	}
	ours := 0
	for list := json.NewDecoder(os.Stdin); ; {
		var p listed
		if err := list.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			log.Fatal(err)
		}
		if c.known[p.ImportPath] != nil || strings.HasSuffix(p.ImportPath, ".test") { // a generated program
			continue
		}
		if err := c.check(&p); err != nil {
			log.Fatal(err)
		}
		if p.isOurs() {
			ours++
		}
	}
	if ours == 0 {
		log.Fatal("expected packages of this module, found none")
	}
	if c.problems > 0 {
		os.Exit(1)
	}
}

// check checks a package, and prints what is wrong with it.
func (c *checker) check(p *listed) error {
	var parsed []*ast.File
	for _, name := range append(p.GoFiles, p.CgoFiles...) {
		file, err := parser.ParseFile(c.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		parsed = append(parsed, file)
	}
	config := types.Config{
		IgnoreFuncBodies: !p.isOurs(), FakeImportC: true, Sizes: c.sizes,
		Importer: importer(func(path string) (*types.Package, error) {
			if variant, ok := p.ImportMap[path]; ok {
				path = variant
			}
			if found := c.known[path]; found != nil {
				return found, nil
			}
			return nil, fmt.Errorf("expected package %s before %s in the list, found none", path, p.ImportPath)
		}),
		Error: func(err error) {
			if p.isOurs() {
				c.problems++
				fmt.Println(err)
			}
		},
	}
	path, _, _ := strings.Cut(p.ImportPath, " ") // "path [path.test]" is a variant for tests
	checked, err := config.Check(path, c.files, parsed, nil)
	if err != nil && !p.isOurs() {
		return err
	}
	c.known[p.ImportPath] = checked
	return nil
}

type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }
