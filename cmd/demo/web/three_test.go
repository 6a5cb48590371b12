//go:build cgo && !js

package main

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/internal/testing/testassets"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/render"
)

//go:embed testdata/three.html
var threePage []byte

const (
	threeWidth, threeHeight = 320, 240
	// maxThreeDifference is the largest mean difference from the picture of three.js, over the
	// pixels of the model, in units of CIELAB (CIE 1976).
	maxThreeDifference = 5
	skyWidth           = 256 // of the environment
)

// threeVersion is that of three.js. Older ones than 0.181 blur the environment by a Gaussian lobe
// instead of that of GGX.
const threeVersion = "0.187.0"

// findThree returns the folder of three.js in NODE_PATH.
func findThree(t *testing.T) string {
	t.Helper()
	for _, folder := range filepath.SplitList(os.Getenv("NODE_PATH")) {
		three := filepath.Join(folder, "three")
		var about struct{ Version string }
		data, err := os.ReadFile(filepath.Join(three, "package.json"))
		if err == nil && json.Unmarshal(data, &about) == nil && about.Version == threeVersion {
			return three
		}
	}
	t.Skipf("three.js %s is not in NODE_PATH: run NODE_PATH=$(.ci/three) go test ./cmd/demo/web", threeVersion)
	return ""
}

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
	model.Nodes = []assets.Node{{Name: "balls", Parent: -1, Rest: rig.IdentityTRS(), IsJoint: true, Offset: mgl32.Ident4()}}
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

// threeRequest is what the page draws.
type threeRequest struct {
	File              string     `json:"file"`
	Width             int        `json:"width"`
	Height            int        `json:"height"`
	View              mgl32.Mat4 `json:"view"`
	Projection        mgl32.Mat4 `json:"projection"`
	Exposure          float32    `json:"exposure"`
	LightColor        mgl32.Vec3 `json:"lightColor"`
	LightDirection    mgl32.Vec3 `json:"lightDirection"`
	Environment       string     `json:"environment"`
	EnvironmentWidth  int        `json:"environmentWidth"`
	EnvironmentHeight int        `json:"environmentHeight"`

	Avatar *avatarRequest `json:"avatar,omitempty"`
}

// drawForThree draws a file in its rest pose, and returns the picture and what three.js has to
// draw.
func drawForThree(t *testing.T, folder, file string, target *render.Target, e *render.Environment) (
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
	renderer, err := render.New(&world, library, render.Options{Debug: true})
	if err != nil {
		t.Fatal(err)
	}
	defer renderer.Close()
	renderer.Style = render.Style{
		NoGround: true, Environment: e, Exposure: 0.9,
		LightColor: mgl32.Vec3{0.8, 0.75, 0.7}, LightDirection: mgl32.Vec3{-0.5, 0.8, 0.6},
	}
	const aspect = float32(threeWidth) / threeHeight
	camera := render.Camera{Position: mgl32.Vec3{0.35, 0.25, 1}}
	camera.Fit(model.Bounds, aspect)
	if err := renderer.Draw(camera, target); err != nil {
		t.Fatal(err)
	}
	picture, err := target.Image()
	if err != nil {
		t.Fatal(err)
	}
	return picture, &threeRequest{
		File: file, Width: threeWidth, Height: threeHeight, View: camera.View(), Projection: camera.Projection(aspect),
		Exposure: renderer.Style.Exposure, LightColor: renderer.Style.LightColor,
		LightDirection: renderer.Style.LightDirection,
		Environment:    "room.f32", EnvironmentWidth: skyWidth, EnvironmentHeight: skyWidth / 2,
	}
}

// three returns the picture that three.js draws in the page.
func (b *browser) three(request *threeRequest) image.Image {
	b.t.Helper()
	arguments, err := json.Marshal(request)
	b.check(err)
	url := act(b, chromedp.Evaluate[string](
		fmt.Sprintf(`window.draw(%s).catch(e => "error: " + e.stack)`, arguments), chromedp.EvalAwaitPromise))
	encoded, ok := strings.CutPrefix(url, "data:image/png;base64,")
	if !ok {
		b.t.Fatalf("three.js draws no picture of %s: %.500s", request.File, url)
	}
	data, err := base64.StdEncoding.DecodeString(encoded)
	b.check(err)
	picture, err := png.Decode(bytes.NewReader(data))
	b.check(err)
	return picture
}

// Models look as three.js draws them, in the same environment and directional light, with the same
// camera, exposure and tone mapping.
func TestModelsLookAsInThree(t *testing.T) {
	three := findThree(t)
	findChromium(t)
	target, release, err := render.Headless(threeWidth, threeHeight)
	if errors.Is(err, render.ErrNoContext) && os.Getenv("CI") == "" {
		t.Skipf("%v; run the tests under xvfb-run", err)
	}
	if err != nil {
		t.Fatal(err)
	}
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
	for name, content := range map[string][]byte{"room.f32": data, "index.html": threePage} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(three, filepath.Join(folder, "three")); err != nil {
		t.Fatal(err)
	}
	b := openBrowser(t, folder, "", threeWidth, threeHeight)
	b.await(`document.body?.dataset.state === "ready"`)

	var table strings.Builder
	fmt.Fprintf(&table, "| model | mean ΔE*ab (CIE 1976) | pixels |\n| --- | ---: | ---: |\n")
	for _, file := range files {
		ours, request := drawForThree(t, folder, file, target, e)
		theirs := b.three(request)
		mean, pixels, err := perceptual.CompareFigures(ours, theirs, color.NRGBA{A: 255})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&table, "| %s | %.2f | %d |\n", file, mean, pixels)
		if mean > maxThreeDifference || pixels < 100 {
			name := strings.ReplaceAll(strings.TrimSuffix(file, filepath.Ext(file)), "/", "-")
			t.Errorf("%s: a difference of %.2f over %d pixels, want at most %d and a picture: see %s and %s", file,
				mean, pixels, maxThreeDifference, perceptual.Keep(t, ours, name+".png"),
				perceptual.Keep(t, theirs, name+".three.png"))
		}
	}
	t.Logf("differences from three.js:\n%s", &table)
}
