//go:build !js

package render

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

func TestBrokenShadersAreErrors(t *testing.T) {
	files := fstest.MapFS{
		"good.glsl":   {Data: []byte("void main() { gl_Position = vec4(0.0); }\n")},
		"shade.glsl":  {Data: []byte("out vec4 fragment;\nvoid main() { fragment = vec4(1.0); }\n")},
		"helper.glsl": {Data: []byte("float twice(float x);\n")},
		"typo.glsl":   {Data: []byte("out vec4 fragment;\nvoid main() {\n\tfragment = vec4(notDeclared);\n}\n")},
		"wide.glsl":   {Data: []byte("out vec4 tone;\nvoid main() { gl_Position = tone = vec4(1.0); }\n")},
		"narrow.glsl": {
			Data: []byte("in vec3 tone;\nout vec4 fragment;\nvoid main() { fragment = vec4(tone, 1.0); }\n"),
		},
	}
	for _, row := range []struct {
		name             string
		vertex, fragment []string
		stage            string
		log              []string // must be in the driver's log
	}{
		{"fragment", []string{"good"}, []string{"helper", "typo"}, "fragment", []string{"notDeclared", "1003"}},
		{"vertex", []string{"typo"}, []string{"shade"}, "vertex", []string{"notDeclared"}},
		{"link", []string{"wide"}, []string{"narrow"}, "link", []string{"tone"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			requireGL(t)
			_, err := newProgram(device(t), files,
				programSource{name: "broken", vertex: row.vertex, fragment: row.fragment})
			var shader *ShaderError
			if !errors.As(err, &shader) {
				t.Fatalf("got %v, want a *ShaderError", err)
			}
			if shader.Stage != row.stage || shader.Program != "broken" {
				t.Errorf("program %q, stage %q", shader.Program, shader.Stage)
			}
			for _, want := range row.log {
				if !strings.Contains(shader.Log, want) {
					t.Errorf("the log does not name %q: %s", want, shader.Log)
				}
			}
			if text := err.Error(); !strings.Contains(text, row.stage) || !strings.Contains(text, shader.Sources[0]) {
				t.Errorf("the message lacks the stage or the sources: %s", text)
			}
		})
	}
	requireGL(t)
	_, err := newProgram(device(t), files,
		programSource{name: "absent", vertex: []string{"good"}, fragment: []string{"nowhere"}})
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("a missing file: %v", err)
	}
	if err := glError(device(t), "compiling broken shaders"); err != nil {
		t.Error(err)
	}
}

func TestCloseAfterFailure(t *testing.T) {
	if err := (&ShaderError{Program: "p", Stage: "link", Log: "why \n"}).Error(); !strings.HasSuffix(err, "why") {
		t.Error(err)
	}
	s := newFixture(t, Options{})
	if _, err := New(s.world, s.library, Options{ShadowSize: 1 << 30}); err == nil ||
		!strings.Contains(err.Error(), "shadow map") {
		t.Errorf("a shadow map of 2^30 texels: %v", err)
	}
	if err := glError(device(t), "closing a renderer that failed"); err != nil {
		t.Error(err)
	}
}
