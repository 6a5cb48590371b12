package assets_test

import (
	"strings"
	"testing"
)

// The library counts each asset once, a model all that it uses, and the forms for levels of detail
// count too.
func TestMemory(t *testing.T) {
	k := newEveryKind(t, 3)
	l := k.library
	m := l.Memory()
	if len(m.Models) != 1 || m.Models[0].Model != k.model.ID || len(m.Clips) != l.Count().Clips {
		t.Fatalf("the memory lists %d models and %d clips", len(m.Models), len(m.Clips))
	}
	var keys, frames int64
	for _, c := range m.Clips {
		want := int64(0)
		if baked := l.Baked(c.Clip); baked != nil {
			want = int64(baked.Bytes() + l.BakedAt(c.Clip, 1).Bytes())
		}
		if c.Keys != int64(l.Clip(c.Clip).Bytes()) || c.Frames != want || c.Name != l.Clip(c.Clip).Name() {
			t.Errorf("%+v, want %d bytes of keys and %d of frames", c, l.Clip(c.Clip).Bytes(), want)
		}
		keys, frames = keys+c.Keys, frames+c.Frames
	}
	if m.Library.Keys != keys || m.Library.Frames != frames || keys == 0 || frames == 0 {
		t.Errorf("the library has %+v, want %d and %d", m.Library, keys, frames)
	}
	if m.Library.Meshes == 0 || m.Library.Pictures != 4 { // a picture of one pixel
		t.Errorf("the library has %+v, want meshes and a picture of 4 bytes", m.Library)
	}
	if got := m.Models[0].Meshes; got == 0 || got >= m.Library.Meshes || m.Models[0].Pictures != 4 { // one is not its own
		t.Errorf("the model has %+v, the library %+v", m.Models[0], m.Library)
	}
	if err := l.SetLevels(k.model.Skeleton); err != nil {
		t.Fatal(err)
	}
	if got := l.Memory().Library.Frames; got >= frames {
		t.Errorf("without levels of detail the frames take %d bytes, before %d", got, frames)
	}
	text := m.String()
	for _, want := range []string{"bytes of", "model " + m.Models[0].Name, "library", "clip " + m.Clips[0].Name} {
		if !strings.Contains(text, want) {
			t.Errorf("the table lacks %q:\n%s", want, text)
		}
	}
}
