package draco

import (
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
)

// attributesOfTube asks for all attributes of the first primitive of the tube.
func attributesOfTube() gltfio.DracoRequest {
	request := wholeTube
	request.Attributes = []gltfio.DracoAttribute{
		{ID: 0, Type: gltfio.DracoFloat32, Components: 3},
		{ID: 1, Type: gltfio.DracoFloat32, Components: 3},
		{ID: 2, Type: gltfio.DracoFloat32, Components: 2},
		{ID: 3, Type: gltfio.DracoUint8, Components: 4},
		{ID: 4, Type: gltfio.DracoUint8, Components: 4},
		{ID: 5, Type: gltfio.DracoFloat32, Components: 4},
	}
	return request
}

// A process of its own gives the same mesh and the same errors.
func TestDecodeIsolated(t *testing.T) {
	needLibrary(t)
	data := readMesh(t, "edgebreaker.glb")
	want, err := Decode(data, attributesOfTube())
	if err != nil {
		t.Fatal(err)
	}
	got, err := DecodeIsolated(data, attributesOfTube())
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("another mesh, error %v", err)
	}
	request := attributesOfTube()
	request.Attributes[5].ID = 7
	_, want1 := Decode(data, request)
	if _, err := DecodeIsolated(data, request); err == nil || err.Error() != want1.Error() {
		t.Errorf("error %v, want %v", err, want1)
	}
	if _, err := (gltfio.Options{Draco: DecodeIsolated}).Open(assets.NewLibrary(), "testdata/edgebreaker.glb"); err != nil {
		t.Error(err)
	}
}

// Data with which the library never ends, or wants memory without end, is an error.
func TestHostileMeshes(t *testing.T) {
	needLibrary(t)
	data := readMesh(t, "edgebreaker.glb")
	endless := append([]byte(nil), data...)
	endless[38], endless[112] = 0x4b, 0x39
	q := question{Data: endless, Request: wholeTube, Memory: baseMemory, Time: time.Second, Reply: baseReply}
	if _, err := decodeIsolated(q); err == nil || !strings.Contains(err.Error(), "expected a mesh after at most 1s") {
		t.Errorf("endless: error %v", err)
	}
	large := readMesh(t, "sequential.glb")
	q = question{Data: large, Request: attributesOfTube(), Memory: 1 << 10, Time: baseTime, Reply: baseReply}
	if _, err := decodeIsolated(q); runtime.GOOS == "linux" && (err == nil || !strings.Contains(err.Error(), "the Draco library failed")) {
		t.Errorf("little memory: error %v", err)
	}
	q = question{Data: data, Request: attributesOfTube(), Memory: baseMemory, Time: baseTime, Reply: 1000}
	if _, err := decodeIsolated(q); err == nil || !strings.Contains(err.Error(), "more than such a mesh has") {
		t.Errorf("an answer that is too long: error %v", err)
	}

	random := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		broken := append([]byte(nil), [][]byte{data, large}[i%2]...)
		if random.IntN(4) == 0 {
			broken = broken[:random.IntN(len(broken))]
		}
		for range 1 + random.IntN(4) {
			if len(broken) > 0 {
				broken[random.IntN(len(broken))] = byte(random.IntN(256))
			}
		}
		q := question{Data: broken, Request: attributesOfTube(), Memory: baseMemory, Time: 2 * time.Second, Reply: baseReply}
		mesh, err := decodeIsolated(q)
		if err != nil {
			continue
		}
		if mesh.Vertices != q.Request.Vertices || len(mesh.Indices) > 3*q.Request.Triangles {
			t.Errorf("mutation %d: %d vertices, %d indices", i, mesh.Vertices, len(mesh.Indices))
		}
		for k, a := range q.Request.Attributes {
			if want := mesh.Vertices * a.Components * []int{4, 1, 1, 2, 2, 4}[a.Type]; len(mesh.Values[k]) != want {
				t.Errorf("mutation %d: %d bytes of attribute %d, want %d", i, len(mesh.Values[k]), a.ID, want)
			}
		}
	}
}
