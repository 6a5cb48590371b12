package draco

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mesh"
)

// The steps of quantization in the compressed files, of a range of 1. Draco takes the largest range
// of the components of an attribute for all of them.
const (
	positionStep   = 1.0 / (1<<14 - 1)
	coordinateStep = 1.0 / (1<<12 - 1)
	colorStep      = 1.0 / (1<<8 - 1)
	weightStep     = 1.0 / (1<<12 - 1)
	tubeHeight     = 2.0
	normalDistance = 0.01 // 10 bits along the octahedron
)

// needLibrary skips a test where the program has no Draco library.
func needLibrary(t testing.TB) {
	t.Helper()
	if _, err := Decode(readMesh(t, "edgebreaker.glb"), wholeTube); errors.Is(err, errors.ErrUnsupported) {
		t.Skipf("this program cannot decode Draco: %v", err)
	}
}

func load(t *testing.T, name string) (*assets.Library, *assets.Model) {
	t.Helper()
	library := assets.NewLibrary()
	model, err := gltfio.Options{Draco: Decode}.Open(library, filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	for _, warning := range model.Warnings {
		t.Errorf("%s: warning %s", name, warning)
	}
	return library, model
}

// corner is what a corner of a triangle has.
type corner struct {
	position, normal [3]float64
	coordinate       [2]float64
	color            [4]float64
	weights          [4]float64 // of the joints of the tube
}

func cornerOf(p *mesh.Primitive, vertex uint32) (c corner) {
	for i := range 3 {
		c.position[i], c.normal[i] = float64(p.Positions[vertex][i]), float64(p.Normals[vertex][i])
	}
	for i := range 2 {
		c.coordinate[i] = float64(p.TexCoords[0][vertex][i])
	}
	for i := range 4 {
		c.color[i] = float64(p.Colors[vertex][i])
	}
	for i := range p.Influences {
		at := int(vertex)*p.Influences + i
		if p.Joints[at] != mesh.NoInfluence {
			c.weights[p.Joints[at]] += float64(p.Weights[at])
		}
	}
	return c
}

func distance(a, b []float64) (largest float64) {
	for i := range a {
		largest = max(largest, math.Abs(a[i]-b[i]))
	}
	return largest
}

// agrees reports whether two corners agree within the quantization.
func (c corner) agrees(with corner) bool {
	// the weights of a vertex are divided by their sum after decoding
	return distance(c.position[:], with.position[:]) <= tubeHeight*positionStep &&
		distance(c.normal[:], with.normal[:]) <= normalDistance &&
		distance(c.coordinate[:], with.coordinate[:]) <= coordinateStep &&
		distance(c.color[:], with.color[:]) <= colorStep &&
		distance(c.weights[:], with.weights[:]) <= 2*weightStep
}

// Each triangle of the original is in the compressed file once, with positions, normals, texture
// coordinates, colors, joints and weights within the quantization, and faces the same side.
func TestDecode(t *testing.T) {
	needLibrary(t)
	original, plain := load(t, "tube.glb")
	for _, name := range []string{"edgebreaker.glb", "sequential.glb"} {
		library, model := load(t, name)
		want, got := original.Mesh(plain.Parts[0].Mesh), library.Mesh(model.Parts[0].Mesh)
		if len(got.Primitives) != len(want.Primitives) {
			t.Fatalf("%s: %d primitives, want %d", name, len(got.Primitives), len(want.Primitives))
		}
		for i := range got.Primitives {
			comparePrimitives(t, name, &got.Primitives[i], &want.Primitives[i])
		}
	}
}

func comparePrimitives(t *testing.T, name string, got, want *mesh.Primitive) {
	t.Helper()
	if len(got.Indices) != len(want.Indices) || len(got.Positions) != len(want.Positions) {
		t.Fatalf("%s: %d indices of %d vertices, want %d of %d", name, len(got.Indices), len(got.Positions),
			len(want.Indices), len(want.Positions))
	}
	found := make([]bool, len(want.Indices)/3)
	for k := 0; k < len(got.Indices); k += 3 {
		matches := -1
		for j := 0; j < len(want.Indices) && matches < 0; j += 3 {
			for turn := range 3 {
				equal := true
				for i := range 3 {
					equal = equal && cornerOf(got, got.Indices[k+i]).agrees(cornerOf(want, want.Indices[j+(i+turn)%3]))
				}
				if equal {
					matches = j / 3
				}
			}
		}
		if matches < 0 || found[matches] {
			t.Fatalf("%s: triangle %d is not one of the original, or twice the same", name, k/3)
		}
		found[matches] = true
	}
}

// A mesh that does not fit the request is refused, with what was expected and found.
func TestDecodeErrors(t *testing.T) {
	needLibrary(t)
	data := readMesh(t, "edgebreaker.glb")
	for want, change := range map[string]func(r *gltfio.DracoRequest){
		"expected at most 7 triangles, found 768": func(r *gltfio.DracoRequest) { r.Triangles = 7 },
		"expected at most 7 vertices, found 400":  func(r *gltfio.DracoRequest) { r.Vertices = 7 },
		"expected 424 vertices and at most 768 triangles, found 425 and 768": func(r *gltfio.DracoRequest) {
			r.Vertices--
		},
		"attribute 99: expected one of the 6 attributes, found an ID that none has": func(r *gltfio.DracoRequest) {
			r.Attributes = []gltfio.DracoAttribute{{ID: 99, Components: 3}}
		},
		"attribute 0: expected 4 numbers for each vertex, found 3": func(r *gltfio.DracoRequest) {
			r.Attributes = []gltfio.DracoAttribute{{Components: 4}}
		},
		"attribute 3: expected a type of numbers, found 9": func(r *gltfio.DracoRequest) {
			r.Attributes = []gltfio.DracoAttribute{{ID: 3, Components: 4, Type: 9}}
		},
		"attribute 3: expected numbers that the type of the accessor can hold, found others": func(r *gltfio.DracoRequest) {
			r.Attributes = []gltfio.DracoAttribute{{ID: 3, Components: 4, Type: gltfio.DracoInt8}}
		},
		"attribute 0: expected integers, as the accessor has, found float numbers": func(r *gltfio.DracoRequest) {
			r.Attributes = []gltfio.DracoAttribute{{Components: 3, Type: gltfio.DracoUint8}}
		},
	} {
		request := wholeTube
		change(&request)
		if _, err := Decode(data, request); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// A file without a decoder tells how it is read.
func TestWithoutDecoder(t *testing.T) {
	data, err := os.ReadFile("testdata/edgebreaker.glb")
	if err != nil {
		t.Fatal(err)
	}
	_, err = gltfio.Parse(assets.NewLibrary(), "tube.glb", data)
	if err == nil || !strings.Contains(err.Error(), "gltfio.Options.Draco") {
		t.Errorf("error %v", err)
	}
}
