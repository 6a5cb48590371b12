//go:build cgo && !js

package main

import (
	"bytes"
	"encoding/binary"
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/testassets"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/render"
)

const (
	// maxThreeDifference is the largest mean difference from the picture of three.js, over the
	// pixels of the model, in units of CIELAB (CIE 1976).
	maxThreeDifference = 5
	skyWidth           = 256 // of the environment
)

// room is the radiance from a direction of the environment that both draw with: a bright window, a
// warm lamp, a pale ceiling and a dark floor.
func room(d mgl32.Vec3) mgl32.Vec3 {
	smooth := func(x float32) float32 {
		x = min(max(x, 0), 1)
		return x * x * (3 - 2*x)
	}
	light := mgl32.Vec3{0.12, 0.11, 0.1}.Add(mgl32.Vec3{0.4, 0.45, 0.5}.Mul(smooth(0.5 + 1.5*d[1])))
	light = light.Add(mgl32.Vec3{3, 3.2, 3.5}.Mul(smooth(10 * (d.Dot(mgl32.Vec3{-0.6, 0.48, 0.64}) - 0.85))))
	return light.Add(mgl32.Vec3{2.4, 1.2, 0.5}.Mul(smooth(12 * (d.Dot(mgl32.Vec3{0.8, 0, 0.6}) - 0.8))))
}

// roomPicture returns the equirectangular picture of the room, the uppermost row first.
func roomPicture() (colors []mgl32.Vec3) {
	const height = skyWidth / 2
	for y := range height {
		sin, cos := math.Sincos(math.Pi * (float64(y) + 0.5) / height)
		for x := range skyWidth {
			sinTurn, cosTurn := math.Sincos(2*math.Pi*(float64(x)+0.5)/skyWidth - math.Pi)
			colors = append(colors, room(mgl32.Vec3{float32(sin * cosTurn), float32(cos), float32(sin * sinTurn)}))
		}
	}
	return colors
}

// balls returns a model of balls, metallic ones above, of growing roughness to the right.
func balls(t *testing.T, library *assets.Library) *assets.Model {
	t.Helper()
	surface := &mesh.Mesh{Name: "balls"}
	for i := range 12 {
		m := mesh.DefaultMaterial()
		m.BaseColor, m.Roughness, m.Metallic = mgl32.Vec4{0.9, 0.55, 0.2, 1}, float32(i%6)/5, float32(i/6)
		p := mesh.Primitive{Material: library.AddMaterial(&m)}
		const around = 64
		for k := range (around + 1) * (around/2 + 1) {
			sinTurn, cosTurn := math.Sincos(2 * math.Pi * float64(k%(around+1)) / around)
			sin, cos := math.Sincos(2 * math.Pi * float64(k/(around+1)) / around)
			n := mgl32.Vec3{float32(sin * sinTurn), float32(cos), float32(sin * cosTurn)}
			p.Normals = append(p.Normals, n)
			p.Positions = append(p.Positions, n.Mul(0.45).Add(mgl32.Vec3{float32(i%6) - 2.5, float32(i/6) - 0.5, 0}))
			if k%(around+1) < around && k/(around+1) < around/2 {
				a, b := uint32(k), uint32(k+around+1)
				p.Indices = append(p.Indices, a, b, b+1, a, b+1, a+1)
			}
		}
		surface.Primitives = append(surface.Primitives, p)
	}
	id, err := library.AddMesh(surface)
	if err != nil {
		t.Fatal(err)
	}
	skeleton, err := rig.NewSkeleton("balls", []rig.Joint{{Name: "balls", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	skin, err := rig.NewSkin("balls", skeleton, []int{0}, []mgl32.Mat4{mgl32.Ident4()})
	if err != nil {
		t.Fatal(err)
	}
	model := &assets.Model{
		Name: "balls", Skeleton: library.AddSkeleton(skeleton),
		Parts:  []assets.Part{{Name: "balls", Mesh: id, Skin: library.AddSkin(skin), Rigid: true}},
		Bounds: assets.Box{Min: mgl32.Vec3{-3, -1, -0.5}, Max: mgl32.Vec3{3, 1, 0.5}},
	}
	if _, err := library.AddModel(model); err != nil {
		t.Fatal(err)
	}
	return model
}

// addLamps gives the balls a lamp of each kind, which move with nodes of their own.
func addLamps(t *testing.T, library *assets.Library, model *assets.Model) {
	t.Helper()
	skeleton := library.Skeleton(model.Skeleton)
	model.Nodes = []assets.Node{{
		Name: "balls", Parent: -1, Rest: rig.IdentityTRS(), IsJoint: true, Offset: mgl32.Ident4(),
	}}
	lamps := []assets.Light{
		{Kind: assets.LightDirectional, Color: mgl32.Vec3{0.2, 0.4, 1}, Intensity: 1.5},
		{Kind: assets.LightPoint, Color: mgl32.Vec3{1, 0.2, 0.1}, Intensity: 3},
		{Kind: assets.LightPoint, Color: mgl32.Vec3{0.1, 1, 0.2}, Intensity: 2, Range: 20},
		{Kind: assets.LightSpot, Color: mgl32.Vec3{1, 0.9, 0.6}, Intensity: 30, InnerCone: 0.25, OuterCone: 0.45},
	}
	var matrices []mgl32.Mat4
	for i := range lamps {
		rest := rig.IdentityTRS()
		rest.Translation = []mgl32.Vec3{{}, {-1.5, 0.2, 0.9}, {1.8, 0.5, 1}, {0, 0, 4}}[i]
		rest.Rotation = mgl32.QuatRotate([]float32{-1.2, 0, 0, 0.1}[i], mgl32.Vec3{1, 0.2, 0}.Normalize())
		offset := rest.Matrix().Mat4()
		model.Nodes = append(model.Nodes, assets.Node{Name: "lamp", Rest: rest, Offset: offset})
		matrices = append(matrices, offset)
		lamps[i].Node, lamps[i].PaletteIndex = i+1, i
	}
	skin, err := rig.NewSkin("lamps", skeleton, make([]int, len(lamps)), matrices)
	if err != nil {
		t.Fatal(err)
	}
	id := library.AddSkin(skin)
	for i := range lamps {
		lamps[i].Skin = id
	}
	model.Name, model.Lights = "lamps", lamps
}

// threeModels puts the models of this repository into a folder, and returns their files and those
// of the shared ones, relative to it.
func threeModels(t *testing.T, folder string) (files []string) {
	t.Helper()
	library := assets.NewLibrary()
	person, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	lit := balls(t, library)
	addLamps(t, library, lit)
	for name, model := range map[string]*assets.Model{
		"balls.glb": balls(t, library), "lamps.glb": lit, "mannequin.glb": person,
	} {
		var file bytes.Buffer
		if err := gltfio.Write(&file, library, model); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), file.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	shared := testassets.Path(t, "assets")
	if err := os.Symlink(shared, filepath.Join(folder, "assets")); err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"*/*.gl*", "asset-generator/*/*.gl*"} {
		found, err := filepath.Glob(filepath.Join(shared, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			name, err := filepath.Rel(shared, file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(name, "bad") {
				files = append(files, "assets/"+filepath.ToSlash(name))
			}
		}
	}
	slices.Sort(files)
	return files
}

// drawModel draws a file in its rest pose, and returns the picture and what three.js has to draw.
func drawModel(t *testing.T, folder, file string, target *render.Target, e *render.Environment) (
	*image.NRGBA, *threeRequest,
) {
	t.Helper()
	library := assets.NewLibrary()
	model, err := gltfio.Open(library, filepath.Join(folder, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		t.Fatal(err)
	}
	defer animation.Close()
	if _, err := animation.Spawn(model, mgl32.Ident4()); err != nil {
		t.Fatal(err)
	}
	if err := animation.Update(0); err != nil {
		t.Fatal(err)
	}
	picture, request := drawForThree(t, file, &world, library, model.Bounds, render.Style{Environment: e}, target)
	request.Environment, request.EnvironmentWidth, request.EnvironmentHeight = "room.f32", skyWidth, skyWidth/2
	return picture, request
}

// Models look as three.js draws them, in the same environment and directional light, with the same
// camera, exposure and tone mapping.
func TestModelsLookAsInThree(t *testing.T) {
	three := findThree(t)
	findChromium(t)
	target, release := headless(t, threeWidth, threeHeight)
	defer release()

	folder := t.TempDir()
	files := threeModels(t, folder)
	colors := roomPicture()
	e, err := render.NewEnvironment(skyWidth, skyWidth/2, colors)
	if err != nil {
		t.Fatal(err)
	}
	var data []byte
	for y := skyWidth/2 - 1; y >= 0; y-- {
		for _, c := range colors[y*skyWidth : (y+1)*skyWidth] {
			for _, value := range c.Vec4(1) {
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(value))
			}
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "room.f32"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	found := differences{
		browser: openThree(t, folder, map[string]string{"three": three}), most: maxThreeDifference, least: 100,
	}
	for _, file := range files {
		ours, request := drawModel(t, folder, file, target, e)
		found.add(t, file, strings.ReplaceAll(strings.TrimSuffix(file, filepath.Ext(file)), "/", "-"), ours, request)
	}
	t.Logf("differences from three.js:\n%s", found.table())
}
