package draco

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/gltfio"
)

// wholeTube asks for the first primitive of the tube, without attributes.
var wholeTube = gltfio.DracoRequest{Vertices: 425, Triangles: 768}

// readMesh returns the compressed mesh of the first primitive of a file.
func readMesh(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	size := binary.LittleEndian.Uint32(data[12:])
	var document struct {
		Meshes []struct {
			Primitives []struct {
				Extensions map[string]struct{ BufferView int }
			}
		}
		BufferViews []struct{ ByteOffset, ByteLength int }
	}
	if err := json.Unmarshal(data[20:20+size], &document); err != nil {
		t.Fatal(err)
	}
	view := document.BufferViews[document.Meshes[0].Primitives[0].Extensions["KHR_draco_mesh_compression"].BufferView]
	return data[20+int(size)+8+view.ByteOffset:][:view.ByteLength]
}

// The header is read and refused without the library, so that it takes no memory for what a few
// bytes announce.
func TestHeader(t *testing.T) {
	header := func(kind, method, flags byte, rest ...byte) []byte {
		return append([]byte{'D', 'R', 'A', 'C', 'O', 2, 2, kind, method, 0, flags}, rest...)
	}
	huge := []byte{0xff, 0xff, 0xff, 0xff, 0x0f}
	const short = "data that ends in its header"
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, `begins with "DRACO", found ""`},
		{"another file", []byte("glTF, which is no mesh"), `found "glTF,"`},
		{"short", header(1, 1, 0)[:10], "DRACO"},
		{"version", []byte("DRACO\x02\x01\x01\x01\x00\x00"), "expected version 2.2 of Draco, found 2.1"},
		{"point cloud", header(0, 1, 0), "found geometry 0 by method 1"},
		{"method", header(1, 7, 0), "found geometry 1 by method 7"},
		{"no counts", header(1, 1, 0), short},
		{"many triangles", header(1, 1, 0, append([]byte{0, 3}, huge...)...), "at most 768 triangles, found 4294967295"},
		{"many vertices", header(1, 0, 0, append([]byte{3}, huge...)...), "at most 425 vertices, found 4294967295"},
		{"long number", header(1, 0, 0, bytes.Repeat([]byte{0xff}, 20)...), short},
		{"metadata", header(1, 0, 0x80, 0, 0, 0, 3, 4, 1), ""},
		{"metadata of names", header(1, 0, 0x80, 1, 9, 1, 1, 'a', 2, 7, 7, 0, 0, 1, 1, 'b', 0, 0, 3, 4, 1), ""},
		{"much metadata", header(1, 0, 0x80, huge...), short},
		{"long name", header(1, 0, 0x80, 0, 1, 255, 'a'), short},
		{"deep metadata", header(1, 0, 0x80, append([]byte{0}, bytes.Repeat([]byte{0, 1, 0}, 99)...)...), "nested at most 16 deep"},
	} {
		err := checkHeader(c.data, wholeTube)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

// The headers of real files announce what the files have.
func TestHeadersOfFiles(t *testing.T) {
	for _, name := range []string{"edgebreaker.glb", "sequential.glb"} {
		data := readMesh(t, name)
		if err := checkHeader(data, wholeTube); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for n := range 20 {
			if checkHeader(data[:min(n, 12)], wholeTube) == nil {
				t.Errorf("%s: the first %d bytes are a whole header", name, n)
			}
		}
		if err := checkHeader(data, gltfio.DracoRequest{Vertices: 425, Triangles: 767}); err == nil {
			t.Errorf("%s: a request for 767 triangles gets 768", name)
		}
	}
}
