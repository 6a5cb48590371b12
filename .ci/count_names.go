//go:build ignore

package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	names, methods := 0, 0
	fmt.Println("names methods package")
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		dir, path, _ := strings.Cut(lines.Text(), " ")
		n, m, err := count(dir, path)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%5d %7d %s\n", n, m, path)
		names, methods = names+n, methods+m
	}
	fmt.Printf("%5d %7d in total\n", names, methods)
}

// count returns the exported names and methods of the package in a folder.
func count(dir, path string) (names, methods int, err error) {
	list, err := build.ImportDir(dir, 0)
	if err != nil {
		return 0, 0, err
	}
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range append(list.GoFiles, list.CgoFiles...) {
		file, err := parser.ParseFile(files, filepath.Join(dir, name), nil, 0)
		if err != nil {
			return 0, 0, err
		}
		parsed = append(parsed, file)
	}
	p, err := doc.NewFromFiles(files, parsed, path)
	if err != nil {
		return 0, 0, err
	}
	values := append(p.Consts, p.Vars...)
	names = len(p.Funcs)
	for _, t := range p.Types {
		names += 1 + len(t.Funcs)
		methods += len(t.Methods)
		values = append(append(values, t.Consts...), t.Vars...)
	}
	for _, v := range values {
		for _, name := range v.Names {
			if ast.IsExported(name) {
				names++
			}
		}
	}
	return names, methods, nil
}
