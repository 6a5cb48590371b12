package workbench

import (
	"testing"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// The panel shows what the library's assets take, in millions of bytes.
func TestMemoryInThePanel(t *testing.T) {
	p, s := open(t, stage.Show, "", "assets/cesium_man/CesiumMan.glb")
	m := s.Animation().Library().Memory()
	if len(m.Models) == 0 || m.Library.Meshes == 0 || m.Library.Pictures == 0 {
		t.Fatalf("the library takes %+v", m.Library)
	}
	for name, bytes := range map[string]int64{
		"MB keys": m.Library.Keys, "MB meshes": m.Library.Meshes, "MB pictures": m.Library.Pictures,
		"MB together": m.Library.Total(), "MB " + m.Models[0].Name: m.Models[0].Total(),
	} {
		if c := control(t, p, name); c.Text != megabytes(bytes) {
			t.Errorf("%s shows %q, want %q", name, c.Text, megabytes(bytes))
		}
	}
}
