package assets_test

import (
	"fmt"
	"image"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// everyKind is a library with assets of every kind that refer to each other.
type everyKind struct {
	library *assets.Library
	model   *assets.Model
	mask    id.Mask
	curve   id.Curve
	space   id.BlendSpace
	graph   assets.GraphID
	image   id.Image
	paint   id.Material
	stack   id.ModifierStack
}

func newEveryKind(t testing.TB, seed uint64) *everyKind {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	k := &everyKind{library: assets.NewLibrary()}
	l := k.library
	gone := l.AddImage(&mesh.Image{Name: "gone"}) // so that IDs are not the same as in an empty library
	k.image = l.AddImage(picture.New("bark", image.NewNRGBA(image.Rect(0, 0, 1, 1))))
	l.RemoveImage(gone)
	paint := mesh.DefaultMaterial()
	paint.Name, paint.EmissiveTexture = "paint", &mesh.Texture{Image: k.image}
	k.paint = l.AddMaterial(&paint)
	shape := randomassets.Shape{Joints: 9, Roots: 1, Reach: 3, Bone: 0.3, Morphs: 2}
	k.model = randomassets.Model(rand.New(rand.NewPCG(seed, 1)), l, shape, 3)
	for i, id := range k.model.Clips[:2] { // clips that can be baked
		check(l.SetClip(id, handmade.Swing(t, rand.New(rand.NewPCG(seed, uint64(i))), l.Skeleton(k.model.Skeleton),
			clip.Linear, handmade.Grid(0, 30, 10))))
	}
	painted := *l.Mesh(k.model.Parts[0].Mesh)
	painted.Primitives = slices.Clone(painted.Primitives)
	painted.Primitives[0].Material = k.paint
	var err error
	k.model.Parts[0].Mesh, err = l.AddMesh(&painted)
	check(err)
	s := l.Skeleton(k.model.Skeleton)
	k.mask, err = rig.NewMask("half", s).Joints(0.5, s.JointName(1)).Add(l)
	check(err)
	curve, err := clip.NewCurve("square", func(x float32) float32 { return x * x })
	check(err)
	k.curve, err = l.AddCurve(curve)
	check(err)
	k.space, err = blendspace.New1D("move").At(0, k.model.Clips[0]).At(1, k.model.Clips[1]).Add(l)
	check(err)
	g, err := graph.New("all").Float("x", 0).Bool("go", false).
		Layer("base", graph.State("one").MotionByID(k.model.Clips[2]).To("two").WhenTrue("go").Fade(1).
			CurveByID(k.curve),
			graph.State("two").MotionByID(k.space, "x").To("one").WhenFalse("go").Fade(1).Curve("smoothstep")).
		Layer("over", graph.State("three")).MaskByID(k.mask).Build(l, k.model)
	check(err)
	k.graph, err = l.AddGraph(g)
	check(err)
	k.stack, err = modifier.New("stack", s).Func("goal", func(*modifier.Pose) {}, s.JointName(1)).Add(l)
	check(err)
	check(l.SetLevels(k.model.Skeleton, l.Mask(k.mask)))
	return k
}

// checkImported checks that the assets of a library are in another one under translated IDs.
func checkImported(t *testing.T, to *assets.Library, from *everyKind, ids assets.IDMap) {
	t.Helper()
	other, m := from.library, from.model
	made := ids.Model(m)
	if made == nil || made == m || !to.Owns(made) || to.Owns(m) || !other.Owns(m) || assets.Translate(ids, m.ID) != made.ID ||
		to.Model(made.ID) != made {
		t.Fatalf("the model %+v became %+v", m, made)
	}
	if to.Skeleton(made.Skeleton) != other.Skeleton(m.Skeleton) || assets.Translate(ids, m.Skeleton) != made.Skeleton ||
		!slices.Equal(made.ClipNames(), m.ClipNames()) {
		t.Error("the model has another skeleton or other clips")
	}
	for i, c := range m.Clips {
		got := assets.Translate(ids, c)
		if to.Clip(got) != other.Clip(c) || made.Clips[i] != got || made.Clip(m.ClipNames()[i]) == 0 {
			t.Errorf("clip %d is %s", i, to.Describe(got))
		}
		for level := range 2 {
			if to.BakedAt(got, level) != other.BakedAt(c, level) || (to.BakedAt(got, level) == nil) != (i == 2) {
				t.Errorf("clip %d has another baked form at level %d", i, level)
			}
		}
		want := other.BakeReport(c)
		if want.Clip = got; to.BakeReport(got) != want {
			t.Errorf("clip %d: report %+v, want %+v", i, to.BakeReport(got), want)
		}
	}
	for i, s := range m.Skins {
		if got := assets.Translate(ids, s); to.Skin(got) != other.Skin(s) || made.Skins[i] != got {
			t.Errorf("skin %d is %s", i, to.Describe(got))
		}
	}
	for i := range m.Parts {
		part, want := made.Parts[i], m.Parts[i]
		got, original := to.Mesh(part.Mesh), other.Mesh(want.Mesh)
		if part.Mesh != assets.Translate(ids, want.Mesh) || got == nil ||
			&got.Primitives[0].Positions[0] != &original.Primitives[0].Positions[0] {
			t.Errorf("part %d has another mesh", i)
		} else if got.Primitives[0].Material != assets.Translate(ids, original.Primitives[0].Material) ||
			original.Primitives[0].Material != other.Mesh(want.Mesh).Primitives[0].Material {
			t.Errorf("part %d has the material %s", i, to.Describe(got.Primitives[0].Material))
		}
	}
	paint, original := to.Material(assets.Translate(ids, from.paint)), other.Material(from.paint)
	if paint == nil || paint.EmissiveTexture.Image != assets.Translate(ids, from.image) ||
		original.EmissiveTexture.Image != from.image ||
		to.Image(assets.Translate(ids, from.image)) != other.Image(from.image) {
		t.Errorf("the material is %+v", paint)
	}
	if to.Mask(assets.Translate(ids, from.mask)) != other.Mask(from.mask) ||
		to.Curve(assets.Translate(ids, from.curve)) != other.Curve(from.curve) ||
		to.LevelMask(made.Skeleton, 1) != other.Mask(from.mask) {
		t.Error("the mask, the curve or the level of detail is another one")
	}
	if stack := to.ModifierStack(assets.Translate(ids, from.stack)); stack == nil ||
		stack != other.ModifierStack(from.stack) || stack.Skeleton() != to.Skeleton(made.Skeleton) {
		t.Error("the stack of modifiers is another one")
	}
	// Add checks everything that an asset refers to, so it takes what was imported.
	space, g := to.BlendSpace(assets.Translate(ids, from.space)), to.Graph(assets.Translate(ids, from.graph))
	if again, err := to.AddMotion(space); err != nil || !to.RemoveMotion(again) {
		t.Error(err)
	}
	if again, err := to.AddGraph(g); err != nil || !to.RemoveGraph(again) {
		t.Error(err)
	}
	if rebuilt, err := space.Rebuild(to); err != nil ||
		!reflect.DeepEqual(rebuilt.(*blendspace.Space).Samples(), space.Samples()) {
		t.Errorf("the blend space cannot be built again: %v", err)
	}
	if g.States()[0].Motion != made.Clips[2] || g.States()[1].Motion != assets.Translate(ids, from.space) ||
		g.Layers()[1].Mask != assets.Translate(ids, from.mask) {
		t.Errorf("the graph refers to other assets: %+v", g.States())
	}
	curves := []id.Curve{assets.Translate(ids, from.curve), clip.SmoothStep}
	for i, state := range g.States()[:2] {
		if got := g.Transitions(&state)[0].Curve; got != curves[i] ||
			g.AuthoredTransitions()[i].Transition.Curve != curves[i] {
			t.Errorf("transition %d has the curve %s", i, to.Describe(got))
		}
	}
	if original := other.Graph(from.graph); original.States()[0].Motion != m.Clips[2] ||
		other.BlendSpace(from.space).Samples()[0].Clip != m.Clips[0] {
		t.Error("Import changed the imported library")
	}
}

func TestImport(t *testing.T) {
	own, other := newEveryKind(t, 1), newEveryKind(t, 2)
	for range 5 {
		own.library.RemoveClip(own.library.AddClip(own.library.Clip(own.model.Clips[0]))) // entries that are used again
	}
	before, add := own.library.Count(), other.library.Count()
	ids, err := own.library.Import(other.library)
	if err != nil {
		t.Fatal(err)
	}
	checkImported(t, own.library, other, ids)
	twice := before
	for i := range reflect.TypeFor[assets.Count]().NumField() {
		field := reflect.ValueOf(&twice).Elem().Field(i)
		field.SetInt(field.Int() + reflect.ValueOf(add).Field(i).Int())
	}
	if own.library.Count() != twice || other.library.Count() != add {
		t.Errorf("the libraries hold %+v and %+v, want %+v and %+v", own.library.Count(),
			other.library.Count(), twice, add)
	}
	if assets.Translate(ids, id.Clip(0)) != 0 || assets.Translate(ids, own.model.Clips[0]) == own.model.Clips[0] ||
		ids.Model(own.model) != nil || ids.Model(nil) != nil || assets.Translate(ids, id.Image(1)) != 0 ||
		assets.Translate(ids, id.Curve(0)) != 0 || assets.Translate(ids, clip.SmoothStep) != clip.SmoothStep {
		t.Error("the map translates what was not in the imported library")
	}
	if none := (assets.IDMap{}); assets.Translate(none, other.model.Clips[0]) != 0 ||
		none.Model(other.model) != nil || assets.Translate(none, other.model.ID) != 0 {
		t.Error("the zero map translates something")
	}
	// The model of the other library goes without a trace here.
	other.library.RemoveModel(other.model.ID)
	checkStill := own.library.Clip(assets.Translate(ids, other.model.Clips[0]))
	if checkStill == nil || own.library.Baked(assets.Translate(ids, other.model.Clips[0])) == nil {
		t.Error("a removed asset of the imported library is gone here too")
	}
	for i := range 3 { // a chain of imports
		next := assets.NewLibrary(assets.Exact())
		if _, err := next.Import(own.library); err != nil || next.Count() != own.library.Count() {
			t.Errorf("import %d: error %v, count %+v, want %+v", i, err, next.Count(), own.library.Count())
		}
	}
}

func TestImportErrorsChangeNothing(t *testing.T) {
	own, other := newEveryKind(t, 1), newEveryKind(t, 2)
	for own.library.AddImage(&mesh.Image{}) != 0 {
	}
	before := own.library.Count()
	for want, from := range map[string]*assets.Library{
		"import 1 images: the library is full": other.library, "expected a library, found nil": nil,
		"this one itself": own.library,
	} {
		ids, err := own.library.Import(from)
		if err == nil || !strings.Contains(err.Error(), want) || assets.Translate(ids, other.model.Clips[0]) != 0 {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if own.library.Count() != before {
		t.Errorf("the library holds %+v, want %+v", own.library.Count(), before)
	}
	if own.library.Graph(own.graph).States()[0].Motion != own.model.Clips[2] ||
		other.library.Graph(other.graph).States()[0].Motion != other.model.Clips[2] {
		t.Error("an import that failed changed a graph")
	}
}

// Clips that were loaded for a skeleton in use move the characters that have it.
func TestImportClipsForASkeletonInUse(t *testing.T) {
	own := newEveryKind(t, 1)
	s := own.library.Skeleton(own.model.Skeleton)
	background := assets.NewLibrary()
	there := background.AddSkeleton(s)
	mask, err := rig.NewMask("none", s).Joints(0, s.JointName(0)).Build()
	if err != nil {
		t.Fatal(err)
	}
	if err := background.SetLevels(there, mask, mask, mask); err != nil {
		t.Fatal(err)
	}
	walk := background.AddClip(handmade.Swing(t, rand.New(rand.NewPCG(3, 3)), s, clip.Linear, handmade.Grid(0, 30, 10)))
	other := background.AddSkeleton(handmade.Arm(t))
	before := own.library.Count()
	ids, err := own.library.Import(background)
	if err != nil {
		t.Fatal(err)
	}
	if assets.Translate(ids, there) != own.model.Skeleton || own.library.Count().Skeletons != before.Skeletons+1 ||
		assets.Translate(ids, other) == 0 {
		t.Errorf("the skeleton is %s, the library holds %+v", own.library.Describe(assets.Translate(ids, there)),
			own.library.Count())
	}
	got := assets.Translate(ids, walk)
	if own.library.Clip(got).Skeleton() != s || own.library.Baked(got) != background.Baked(walk) {
		t.Error("the clip or its baked form is another one")
	}
	if own.library.LevelMask(own.model.Skeleton, 1).Name() != "half" ||
		own.library.BakedAt(got, 1) == background.BakedAt(walk, 1) ||
		own.library.BakedAt(got, 2) != own.library.BakedAt(got, 1) ||
		own.library.BakedAt(got, 1) == own.library.Baked(got) {
		t.Error("the clip is not reduced for the levels of detail that the skeleton has here")
	}
}

func ExampleLibrary_Import() {
	// On a goroutine of its own, while frames run:
	background := assets.NewLibrary()
	skeleton := handmade.ExampleArm()
	model := &assets.Model{Name: "arm", Skeleton: background.AddSkeleton(skeleton)}
	model.SetClips(background, []id.Clip{background.AddClip(handmade.ExampleWave(skeleton))})
	if _, err := background.AddModel(model); err != nil {
		panic(err)
	}
	// Between two frames:
	library := assets.NewLibrary()
	ids, err := library.Import(background)
	if err != nil {
		panic(err)
	}
	arm := ids.Model(model)
	pose := rig.NewPose(skeleton)
	library.Baked(arm.Clip("wave")).Sample(0.5, pose.Locals, pose.Morphs)
	exact := rig.NewPose(skeleton)
	background.Clip(model.Clip("wave")).Sample(0.5, exact)
	fmt.Println(library.Owns(arm), library.Owns(model),
		pose.Joint(1).Rotation.ApproxEqualThreshold(exact.Joint(1).Rotation, 1e-3))
	// Output: true false true
}
