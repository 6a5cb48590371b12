package cli

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"text/template"
	"unicode"

	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/internal/replay"
	"github.com/sinew-go/sinew/cmd/internal/text"
	"github.com/sinew-go/sinew/systems/rewind"
)

// testProgram is a Go test that plays a file.
var testProgram = template.Must(template.New("test").Parse(`package {{.Package}}

import (
	"os"
	"testing"
{{range .Imports}}
	{{.}}{{end}}
)

// Test{{.Name}} plays the frames of {{.Base}} and compares each with what came out of it when it
// was written.
{{- range .Note}}
// {{.}}{{end}}
func Test{{.Name}}(t *testing.T) {
	kept, err := os.Open({{.Path}})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	file, err := rewind.Open(kept)
	if err != nil {
		t.Fatal(err)
	}
{{- if .Setup}}
	session, step, err := {{.Setup}}(file)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Animation().Close()
	if _, err := file.Play(session, rewind.Options{Step: step}); err != nil {
		t.Fatal(err)
	}
{{- else}}
	world, library := ecs.NewWorld(), assets.NewLibrary()
{{- range .Loads}}
	if _, err := {{.}}; err != nil {
		t.Fatal(err)
	}{{end}}
	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		t.Fatal(err)
	}
	defer animation.Close()
	session, err := rollback.NewSession(animation)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Play(session, rewind.Options{}); err != nil {
		t.Fatal(err)
	}
{{- end}}
}
`))

// writeTest writes a test that plays the file.
func (c *replayCommand) writeTest(s *commandline.Streams, file *rewind.File) error {
	if !strings.HasSuffix(c.Test, "_test.go") {
		return commandline.WrongFlag("--test", fmt.Errorf("expected a file that ends in _test.go, found %s", c.Test))
	}
	if c.Frame != 0 {
		return commandline.WrongFlag("--frame", errors.New("expected --frame or --test, found both"))
	}
	if c.MCAP != "" {
		return commandline.WrongFlag("--mcap", errors.New("expected --mcap or --test, found both"))
	}
	folder := filepath.Dir(c.Test)
	base := filepath.Base(c.File)
	const ours = "github.com/sinew-go/sinew/"
	quoted := func(path string) string { return fmt.Sprintf("%q", path) }
	data := struct {
		Package, Name, Base, Path, Setup string
		Imports, Note, Loads             []string
	}{Base: text.Printable(base), Name: testName(base), Package: c.Package}
	if data.Package == "" {
		data.Package = packageOf(folder) + "_test"
	}
	if notes := replay.Notes(file); len(notes) > 0 {
		data.Note = append([]string{""}, notes...)
	}
	path, err := from(folder, c.File)
	if err != nil {
		return err
	}
	data.Path = quoted(path)
	switch {
	case c.Setup != "":
		at := strings.LastIndex(c.Setup, ".")
		if at <= 0 || at < strings.LastIndex(c.Setup, "/") || !token.IsIdentifier(c.Setup[at+1:]) {
			return commandline.WrongFlag("--setup", fmt.Errorf("expected an import path, a dot and the name of a function, such "+
				"as example.com/game.Replay, found %q", c.Setup))
		}
		data.Imports = []string{"setup " + quoted(c.Setup[:at]), quoted(ours + "systems/rewind")}
		data.Setup = "setup" + c.Setup[at:]
	case file.NeedsStep:
		return commandline.WrongFlag("--setup", errors.New("expected a function of the program, since the file has inputs for "+
			"its step, found none"))
	default:
		if data.Loads, data.Imports, err = c.loads(folder, file, base); err != nil {
			return err
		}
		for _, name := range []string{"assets", "ecs", "systems", "systems/rewind", "systems/rollback"} {
			data.Imports = append(data.Imports, quoted(ours+name))
		}
	}
	var b bytes.Buffer
	if err := testProgram.Execute(&b, data); err != nil {
		return err
	}
	program, err := format.Source(b.Bytes())
	if err != nil {
		return fmt.Errorf("%s: expected a Go program, found one that does not parse: %w", c.Test, err)
	}
	if err := os.WriteFile(c.Test, program, 0o666); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s plays %s\n", c.Test, path)
	return err
}

// loads returns the calls that load the assets of a file, and the imports for them.
func (c *replayCommand) loads(folder string, file *rewind.File, base string) (calls, imports []string, err error) {
	const packs, models = `"github.com/sinew-go/sinew/assets/pack"`, `"github.com/sinew-go/sinew/assets/gltfio"`
	if len(c.Assets) == 0 {
		if len(file.Assets) == 0 {
			return nil, nil, commandline.WrongFlag("--assets", fmt.Errorf("expected packs and models with the assets of the "+
				"program, or --setup, since %s has none inside, found none", c.File))
		}
		return []string{fmt.Sprintf("pack.Parse(library, %q, file.Assets)", base)}, []string{packs}, nil
	}
	has := map[string]bool{}
	for _, asset := range c.Assets {
		path, err := from(folder, asset)
		if err != nil {
			return nil, nil, err
		}
		call, needs := fmt.Sprintf("pack.Open(library, %q)", path), packs
		if isModelFile(asset) {
			call, needs = fmt.Sprintf("gltfio.Open(library, %q)", path), models
		} else if !replay.IsPack(asset) {
			return nil, nil, commandline.WrongFlag("--assets", fmt.Errorf("expected files that end in .pack, .glb or .gltf for a "+
				"test, found %s", asset))
		}
		calls = append(calls, call)
		if !has[needs] {
			has[needs], imports = true, append(imports, needs)
		}
	}
	return calls, imports, nil
}

// from returns a path as a test in a folder opens it.
func from(folder, path string) (string, error) {
	if filepath.IsAbs(path) != filepath.IsAbs(folder) {
		var err error
		if folder, err = filepath.Abs(folder); err != nil {
			return "", err
		}
		if path, err = filepath.Abs(path); err != nil {
			return "", err
		}
	}
	relative, err := filepath.Rel(folder, path)
	return filepath.ToSlash(relative), err
}

// testName makes the name of a test of that of a file: failure-12.sinew becomes Failure12.
func testName(base string) string {
	var b strings.Builder
	upper := true
	for _, r := range strings.TrimSuffix(base, filepath.Ext(base)) {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			upper = true
		case upper:
			b.WriteRune(unicode.ToUpper(r))
			upper = false
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// packageOf returns the name of the package in a folder: that of a Go file there, or else one like
// the folder's.
func packageOf(folder string) string {
	files, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	for _, file := range files {
		if parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly); err == nil {
			return strings.TrimSuffix(parsed.Name.Name, "_test")
		}
	}
	path, err := filepath.Abs(folder)
	if err != nil {
		path = folder
	}
	if name := strings.ToLower(testName(filepath.Base(path))); token.IsIdentifier(name) {
		return name
	}
	return "replay"
}
