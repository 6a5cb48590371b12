package pack_test

import (
	"bytes"
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// everything is a library with assets of every kind that a pack holds.
type everything struct {
	library *assets.Library
	model   *assets.Model
}

// newEverything returns small assets that depend on a seed alone.
func newEverything(t testing.TB, seed uint64) *everything {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	l := assets.NewLibrary(assets.WithBaking(assets.Baking{Options: bake.Options{AllowLarger: true}}))
	pixels := image.NewNRGBA(image.Rect(0, 0, 2, 3))
	for i := range pixels.Pix {
		pixels.Pix[i] = byte(i * int(seed+3))
	}
	bark := l.AddImage(picture.New("bark", pixels))
	paint := mesh.DefaultMaterial()
	paint.Name = "paint"
	paint.EmissiveTexture = &mesh.Texture{Image: bark, TexCoord: 1, WrapV: mesh.WrapClamp, Transform: mgl32.Ident3()}
	toon := mesh.DefaultToon()
	toon.ShadeColor, toon.Scroll, toon.OutlineWidth = mgl32.Vec3{0.5, 0.25, 1}, mgl32.Vec2{1, 2}, 0.01
	toon.RimTexture, toon.QueueOffset = paint.EmissiveTexture, -3
	paint.Toon = &toon
	shape := randomassets.Shape{Joints: 9, Roots: 1, Reach: 3, Bone: 0.3, Morphs: 2}
	m := randomassets.Model(rand.New(rand.NewPCG(seed, 1)), l, shape, 3)
	m.Nodes = []assets.Node{{Name: "tail", Parent: -1, Joint: 3, Extra: true}}
	s := l.Skeleton(m.Skeleton)
	for i, of := range m.Clips[:2] { // clips that can be baked
		c := handmade.Swing(t, rand.New(rand.NewPCG(seed, uint64(i))), s, clip.Linear, handmade.Grid(0, 30, 10))
		steps, err := clip.NewTrack(clip.Step, false, 3, []float32{0, 0.1}, []float32{0, 0, 0, 1, 2, 3})
		check(err)
		b := clip.NewBuilder(c.Name(), s).Range(c.Start(), c.End())
		for _, track := range c.Tracks() {
			if i == 0 || track.Joint != 1 || track.Property != clip.Translation {
				b.Track(track.Joint, track.Property, track.Channel, track.Track)
			}
		}
		if i == 1 {
			b.Track(1, clip.Translation, 0, steps)
		}
		c = handmade.Build(t, b.Marker(clip.Marker{Name: "step", Time: 0.1, Text: "left", Number: 2, MinWeight: 0.5}))
		root, err := clip.NewRootMotion(c, clip.RootMotionOptions{Number: 1, Yaw: true, Translation: clip.AxisX},
			[]float64{c.Start(), c.End()}, []clip.Motion{{}, {X: 1.0 / 3, Yaw: 0.1}})
		check(err)
		c, err = clip.WithRootMotion(c, root)
		check(err)
		c, err = clip.WithPlayMode(c, clip.Loop, 3)
		check(err)
		check(l.SetClip(of, c))
	}
	difference, err := clip.MakeAdditive(l.Clip(m.Clips[0]), l.Clip(m.Clips[0]).FirstPose())
	check(err)
	l.AddClip(difference)
	painted := *l.Mesh(m.Parts[0].Mesh)
	painted.Primitives = append([]mesh.Primitive(nil), painted.Primitives...)
	painted.Primitives[0].Material = l.AddMaterial(&paint)
	m.Parts[0].Mesh, err = l.AddMesh(&painted)
	check(err)
	m.Lights = []assets.Light{{
		Name: "lamp", Kind: assets.LightSpot, Skin: m.Skins[0], PaletteIndex: 1, Color: mgl32.Vec3{1, 0.5, 0.25},
		Intensity: 7, Range: 4, InnerCone: 0.25, OuterCone: 0.5, Hidden: true,
	}}
	half, err := rig.NewMask("half", s).Joints(0.5, s.JointName(1)).Add(l)
	check(err)
	curve, err := clip.NewCurve(fmt.Sprint("square ", seed), func(x float32) float32 { return x * x })
	check(err)
	square, err := l.AddCurve(curve)
	check(err)
	space, err := blendspace.New1D("move").At(0, m.Clips[0]).At(1, m.Clips[1]).Speed(1.5).Add(l)
	check(err)
	_, err = matching.NewBuilder("found", s).Position(s.JointName(1), 1).Velocity(s.JointName(2), 0.5).
		Trajectory(1, 2, -0.1, 0.1).Phase("step", 1).Clip(m.Clips[1], l.Clip(m.Clips[1]), "swing").
		Range(matching.Range{Clip: m.Clips[0], To: 0.2, SkipEnd: -1, Tags: []string{"part"}}).Add(l)
	check(err)
	g, err := graph.New("all").Float("x", 0).Bool("go", false).
		Layer("base", graph.State("one").MotionByID(m.Clips[2]).To("two").WhenTrue("go").Fade(1).CurveByID(square),
			graph.State("two").MotionByID(space, "x").To("one").WhenFalse("go").Fade(1).Curve("smoothstep")).
		Layer("over", graph.State("three")).MaskByID(half).Build(l, m)
	check(err)
	_, err = l.AddGraph(g)
	check(err)
	document := `{"name": "own", "parameters": [{"name": "x", "type": "float"}],
		"masks": {"arm": [{"joints": ["` + s.JointName(2) + `"], "weight": 0.25}]},
		"blendSpaces": {"own": {"samples": [{"clip": "` + l.Clip(m.Clips[0]).Name() + `", "x": 0},
			{"clip": "` + l.Clip(m.Clips[1]).Name() + `", "x": 1}]}},
		"layers": [{"name": "base", "states": [{"name": "go", "blendSpace": "own", "parameters": ["x"]}]},
			{"name": "over", "mask": "arm", "states": [{"name": "still", "clip": "` + l.Clip(m.Clips[2]).Name() + `"}]}]}`
	own, err := graph.Read(bytes.NewReader([]byte(document)), l, m)
	check(err)
	_, err = l.AddGraph(own)
	check(err)
	_, err = modifier.New("stack", s).Twist("", modifier.Twist{
		From: s.JointName(1), Axis: mgl32.Vec3{1, 0, 0}, Joints: []string{s.JointName(2)}, Shares: []float32{0.3},
	}).Add(l)
	check(err)
	check(l.SetLevels(m.Skeleton, l.Mask(half)))
	return &everything{library: l, model: m}
}

// keysOf returns the keys of all assets of a library, in its order, by what their IDs are called.
func keysOf(l *assets.Library) (keys []id.Key) {
	l.Each(func(of, _ any) bool {
		keys = append(keys, l.Key(of))
		return true
	})
	return keys
}

// written returns the pack of a library.
func written(t testing.TB, l *assets.Library, options pack.Options) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := pack.Write(&out, l, options); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// onDisk writes a pack into a file and returns its path.
func onDisk(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "all.sinewpack")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
