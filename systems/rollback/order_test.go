package rollback_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	serde "github.com/mlange-42/arche-serde"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/testassets"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// loads are the steps that load the assets of an ordered game, in any order. A step that needs what
// another one loads is in one with it.
var loads = []func(t testing.TB, l *assets.Library){
	func(t testing.TB, l *assets.Library) { open(t, l, "assets/fox/Fox.glb") },
	func(t testing.TB, l *assets.Library) { open(t, l, "assets/cesium_man/CesiumMan.glb") },
	func(t testing.TB, l *assets.Library) { open(t, l, "assets/rigged_simple/rigged_simple.gltf") },
	func(t testing.TB, l *assets.Library) {
		model, err := mannequin.New(l)
		check(t, err)
		skeleton := l.Skeleton(model.Skeleton)
		_, err = rig.NewMask("upper", skeleton).Subtree(1, "spine_2").Add(l)
		check(t, err)
		_, err = blendspace.New1D("gait").At(0, model.Clip("idle")).SyncByTime().At(1, model.Clip("walk")).Add(l)
		check(t, err)
		_, err = graph.New("life").Float("speed", 0).Layer("base",
			graph.State("idle").Motion("idle").To("walk").When("speed", ">", 0.5).Fade(0.2),
			graph.State("walk").Motion("walk").To("idle").When("speed", "<", 0.5).Fade(0.2)).Add(l)
		check(t, err)
		_, err = modifier.New("look", skeleton).LookAt("look", modifier.LookAt{
			Joints: []string{"head"}, Forward: mgl32.Vec3{0, 0, 1},
		}).Add(l)
		check(t, err)
		check(t, addJacket(l, model))
		check(t, addCoat(l, model))
		check(t, addRoaming(l, model))
	},
	func(t testing.TB, l *assets.Library) {
		curve, err := clip.NewCurvePoints("ease", mgl32.Vec2{0, 0}, mgl32.Vec2{0.5, 0.75}, mgl32.Vec2{1, 1})
		check(t, err)
		_, err = l.AddCurve(curve)
		check(t, err)
	},
}

func open(t testing.TB, l *assets.Library, name string) {
	t.Helper()
	_, err := gltfio.Open(l, testassets.Path(t, name))
	check(t, err)
}

// favorite is a component of the program that names assets.
type favorite struct {
	Motions [2]id.Motion
	Times   uint32
}

// orderedGame is a game whose assets were loaded in some order. Its decisions depend on names
// alone.
type orderedGame struct {
	library   *assets.Library
	animation *systems.Animation
	session   *rollback.Session
	models    map[string]*assets.Model
	favorites generic.Map1[favorite]
	crowd     []ecs.Entity
	frame     int
}

func newOrderedGame(t testing.TB, order []int) *orderedGame {
	t.Helper()
	g := &orderedGame{library: assets.NewLibrary(), models: map[string]*assets.Model{}}
	for _, i := range order {
		loads[i](t, g.library)
	}
	g.library.Each(func(_, asset any) bool {
		if model, ok := asset.(*assets.Model); ok {
			g.models[model.Name] = model
		}
		return true
	})
	world := ecs.NewWorld()
	var err error
	g.animation, err = systems.NewAnimation(&world, g.library, systems.WithWorkers(1))
	check(t, err)
	t.Cleanup(g.animation.Close)
	g.session, err = rollback.NewSession(g.animation)
	check(t, err)
	check(t, rollback.Register[favorite](g.session))
	g.favorites = generic.NewMap1[favorite](&world)
	meshes := generic.NewMap2[components.RigidMesh, components.Transform](&world)
	for i, name := range []string{
		"mannequin", "Fox", "CesiumMan", "mannequin", "rigged_simple", "Fox", "mannequin", "mannequin", "mannequin",
	} {
		model := g.models[name]
		e, err := g.animation.Spawn(model, mgl32.Translate3D(float32(i), 0, 0))
		check(t, err)
		g.crowd = append(g.crowd, e)
		clips := model.Clips
		check(t, g.animation.Player(e).Play(clips[i%len(clips)]))
		g.favorites.Assign(e, &favorite{Motions: [2]id.Motion{0, clips[0]}})
		meshes.NewWith(&components.RigidMesh{Mesh: model.Parts[0].Mesh}, &components.Transform{Matrix: mgl32.Ident4()})
	}
	check(t, g.animation.Wear(g.crowd[3], g.models["jacket"]))
	check(t, g.animation.EnableInertialization(g.crowd[1]))
	check(t, g.animation.EnableModelMatrices(g.crowd[5]))
	details := generic.NewMap1[components.LevelOfDetail](&world)
	details.Assign(g.crowd[2], &components.LevelOfDetail{Interval: 3})
	life, err := g.library.FindGraph("life")
	check(t, err)
	_, err = g.animation.Control(g.crowd[6], life)
	check(t, err)
	walks, err := g.library.FindMotion("roaming")
	check(t, err)
	check(t, g.animation.Player(g.crowd[7]).Play(walks))
	moods, err := g.library.FindGraph("moods")
	check(t, err)
	_, err = g.animation.Control(g.crowd[8], moods)
	check(t, err)
	look, err := g.library.FindModifierStack("look")
	check(t, err)
	check(t, g.animation.Modify(g.crowd[3], look))
	g.setCoat(t, 0, false)
	g.setCoat(t, 8, true)
	check(t, g.animation.Wear(g.crowd[6], g.models["coat"]))
	return g
}

// setCoat gives a character the coat as its model, which has more joints, with a tail that swings or
// does not.
func (g *orderedGame) setCoat(t testing.TB, i int, swings bool) {
	t.Helper()
	check(t, g.animation.SetModel(g.crowd[i], g.models["coat"]))
	if swings {
		tail, err := g.library.FindModifierStack("tail")
		check(t, err)
		check(t, g.animation.Modify(g.coat(t, i), tail))
		check(t, g.animation.Modifier(g.coat(t, i), "tail").Fade(1, 0.2))
	}
}

// coat returns the garment of a character.
func (g *orderedGame) coat(t testing.TB, i int) ecs.Entity {
	t.Helper()
	coat, err := g.animation.Garment(g.crowd[i], g.models["coat"])
	check(t, err)
	return coat
}

// step runs a frame, with an act by its number.
func (g *orderedGame) step(t testing.TB) {
	t.Helper()
	motion := func(name string) id.Motion {
		found, err := g.library.FindMotion(name)
		check(t, err)
		return found
	}
	for _, i := range []int{7, 8} { // by the database, and by states that play it
		if w := g.animation.Wish(g.crowd[i]); w != nil {
			w.Velocity = mgl32.Vec3{float32(g.frame/20%3) - 1, 0, float32(i - 7 + g.frame/30%2)}
		}
	}
	player := func(i int) systems.Player { return g.animation.Player(g.crowd[i]) }
	switch ease, err := g.library.FindCurve("ease"); g.frame % 40 {
	case 3:
		check(t, err)
		check(t, player(0).CrossFade(motion("walk"), 0.3, systems.WithCurve(ease)))
	case 5:
		g.setCoat(t, 8, true)
	case 32:
		check(t, g.animation.SetModel(g.crowd[8], g.models["mannequin"]))
	case 8:
		check(t, player(5).CrossFade(motion("Run"), 0.2, systems.WithCurve(clip.SmoothStep)))
	case 11:
		check(t, player(3).CrossFade(motion("gait"), 0.25))
	case 14:
		mask, err := g.library.FindMask("upper")
		check(t, err)
		check(t, player(0).Layer(1).Overlay(motion("idle"), mask, 0.1))
	case 17:
		check(t, player(1).CrossFade(motion("Survey"), 0.1, systems.WithInertialization()))
	case 20:
		check(t, g.animation.Controller(g.crowd[6]).SetFloat("speed", 1))
	case 23:
		check(t, g.animation.Controller(g.crowd[8]).SetBool("angry", true))
	case 26:
		g.favorites.Get(g.crowd[4]).Motions[0] = motion("Walk")
	}
	g.frame++
	check(t, g.animation.Update(1.0/30))
}

// hash returns the hash of the present state.
func (g *orderedGame) hash(t testing.TB) uint64 { return g.session.Take(t).Hash() }

// play runs frames, with a rollback over some of them now and then.
func (g *orderedGame) play(t testing.TB, frames int) {
	t.Helper()
	for range frames {
		if g.frame%13 == 5 {
			at := g.frame
			snapshot, err := g.session.AppendSnapshot(nil)
			check(t, err)
			for range 3 {
				g.step(t)
			}
			check(t, g.session.Restore(snapshot))
			g.frame = at
		}
		g.step(t)
	}
}

func inOrder() []int { return []int{0, 1, 2, 3, 4} }

func reversed() []int { return []int{4, 3, 2, 1, 0} }

// Worlds whose files were loaded in other orders have equal hashes and equal snapshots after some
// seconds with rollbacks, and restore each other's.
func TestOrderOfLoadingDecidesNothing(t *testing.T) {
	want := newOrderedGame(t, inOrder())
	want.play(t, 45)
	middle, err := want.session.AppendSnapshot(nil)
	check(t, err)
	want.play(t, 30)
	last, err := want.session.AppendSnapshot(nil)
	check(t, err)
	fingerprint := rollback.Fingerprint(want.library)
	if fox, man := want.library.Key(want.models["Fox"].ID), want.library.Key(want.models["CesiumMan"].ID); fox == man {
		t.Fatalf("two models have the key %v", fox)
	}
	random := rand.New(rand.NewPCG(3, 5))
	differ, orders := 0, 20
	if probe.Race {
		orders = 3
	}
	for range orders {
		order := random.Perm(len(loads))
		g := newOrderedGame(t, order)
		if rollback.Fingerprint(g.library) != fingerprint {
			t.Fatalf("order %v: another fingerprint", order)
		}
		if g.models["Fox"].Clips[0] != want.models["Fox"].Clips[0] {
			differ++
		}
		g.play(t, 10)
		check(t, g.session.Restore(middle))
		if g.frame = 45; g.favorites.Get(g.crowd[4]).Motions[0] != g.models["Fox"].Clip("Walk") {
			t.Fatalf("order %v: an ID in a component of the program was not translated", order)
		}
		again, err := g.session.AppendSnapshot(nil)
		check(t, err)
		if !bytes.Equal(again, middle) {
			t.Fatalf("order %v: the restored state has another snapshot", order)
		}
		g.play(t, 30)
		if g.hash(t) != want.hash(t) {
			t.Fatalf("order %v: another hash than in order, after a snapshot of that world", order)
		}
		own := newOrderedGame(t, order)
		own.play(t, 75)
		if err := want.session.Compare(want.session.Take(t), own.session.Take(t)); err != nil {
			t.Fatalf("order %v: %v", order, err)
		}
		again, err = own.session.AppendSnapshot(nil)
		check(t, err)
		if own.hash(t) != want.hash(t) || !bytes.Equal(again, last) {
			t.Fatalf("order %v: another hash or snapshot than in order", order)
		}
		g.animation.Close()
		own.animation.Close()
	}
	if differ == 0 {
		t.Error("every order gave the clips the same IDs")
	}
}

// recordOrdered records some frames of a game.
func recordOrdered(t testing.TB, g *orderedGame, frames int) []byte {
	t.Helper()
	var out bytes.Buffer
	recorder, err := rollback.NewRecorder(&out, g.session, nil)
	check(t, err)
	for range frames {
		g.step(t)
		check(t, recorder.Frame([]byte{byte(g.frame)}, 1.0/30))
	}
	check(t, recorder.Close())
	return out.Bytes()
}

// Another process that loads the files in the opposite order verifies a recording.
func TestRecordingOfAnotherOrderInAnotherProcess(t *testing.T) {
	if path := os.Getenv("SINEW_TEST_ORDER"); path != "" { // the other process
		recording, err := os.ReadFile(path)
		check(t, err)
		g := newOrderedGame(t, reversed())
		replay, err := rollback.NewReplay(bytes.NewReader(recording))
		check(t, err)
		frames, err := replay.Verify(g.session, func(input []byte, _ float64) error {
			g.frame = int(input[0]) - 1
			g.step(t)
			return nil
		})
		check(t, err)
		fmt.Printf("verified %d frames, then %x\n", frames, g.hash(t))
		return
	}
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skipf("%s starts no processes, another system does", runtime.GOOS)
	}
	g := newOrderedGame(t, inOrder())
	g.play(t, 5)
	recording := recordOrdered(t, g, 40)
	path := filepath.Join(t.TempDir(), "recording")
	check(t, os.WriteFile(path, recording, 0o600))
	command := exec.Command(os.Args[0], "-test.run=^TestRecordingOfAnotherOrderInAnotherProcess$", "-test.v")
	command.Env = append(os.Environ(), "SINEW_TEST_ORDER="+path)
	out, err := command.CombinedOutput()
	if want := fmt.Sprintf("verified 40 frames, then %x", g.hash(t)); err != nil || !strings.Contains(string(out), want) {
		t.Fatalf("expected %q, found %v\n%s", want, err, out)
	}
}

// A snapshot that needs an asset that is missing or was replaced is refused with its name and key;
// one that was replaced is found by its name if that is asked for. Nothing has changed after an
// error.
func TestSnapshotsNameMissingAndReplacedAssets(t *testing.T) {
	without := newOrderedGame(t, inOrder())
	mask, err := without.library.FindMask("upper")
	check(t, err)
	full := newOrderedGame(t, reversed())
	full.play(t, 30)
	snapshot, err := full.session.AppendSnapshot(nil)
	check(t, err)
	recording := recordOrdered(t, full, 2)
	refused := func(want ...string) {
		t.Helper()
		before := without.hash(t)
		replay, err := rollback.NewReplay(bytes.NewReader(recording))
		check(t, err)
		for _, err := range []error{without.session.Restore(snapshot), replay.Begin(without.session)} {
			for _, text := range want {
				if err == nil || !strings.Contains(err.Error(), text) {
					t.Errorf("expected an error with %q, found %v", text, err)
				}
			}
		}
		if err := without.session.Restore(snapshot); !errors.Is(err, rollback.ErrSnapshot) {
			t.Errorf("expected ErrSnapshot, found %v", err)
		}
		if err := replay.Begin(without.session); !errors.Is(err, rollback.ErrLibrary) {
			t.Errorf("expected ErrLibrary, found %v", err)
		}
		if without.hash(t) != before {
			t.Error("the state changed")
		}
	}
	key := without.library.Key(mask)
	without.library.RemoveMask(mask)
	near, err := rig.NewMask("uper", without.library.Skeleton(without.models["mannequin"].Skeleton)).Build()
	check(t, err)
	_, err = without.library.AddMask(near)
	check(t, err)
	refused(`mask "upper" for skeleton "mannequin" with the key `+key.String(),
		`the library has no mask "upper"; did you mean "uper"?`)
	if err := without.session.Restore(snapshot, systems.ByName); !errors.Is(err, rollback.ErrSnapshot) {
		t.Errorf("a mask that is missing by name: %v", err)
	}

	other := newOrderedGame(t, inOrder())
	without = other
	walk := other.models["Fox"].Clip("Walk")
	before := other.library.Key(walk)
	marked, err := clip.WithMarkers(other.library.Clip(walk), clip.Marker{Name: "step", Time: 0.1})
	check(t, err)
	check(t, other.library.SetClip(walk, marked))
	after := other.library.Key(walk)
	refused(fmt.Sprintf(`clip "Walk" for skeleton "Fox" has other content in the library: expected the key %v, found %v`,
		before, after))
	check(t, other.session.Restore(snapshot, systems.ByName))
	if got := other.favorites.Get(other.crowd[4]).Motions[0]; got != walk {
		t.Errorf("the replaced clip is %s", other.library.Describe(got))
	}
	if after == before || other.library.Key(id.Motion(99)) != (id.Key{}) || other.library.Key("Walk") != (id.Key{}) {
		t.Error("wrong keys")
	}
}

// An ID of an asset that was removed stays one that names nothing, here and in another library.
func TestRemovedAssetsStayRemoved(t *testing.T) {
	g, other := newOrderedGame(t, inOrder()), newOrderedGame(t, reversed())
	for _, of := range []*orderedGame{g, other} {
		of.play(t, 30)
		check(t, of.animation.Player(of.crowd[0]).Play(of.models["mannequin"].Clip("walk")))
		of.library.RemoveMotion(of.models["mannequin"].Clip("walk"))
		check(t, of.animation.Update(1.0/30))
	}
	if err := g.session.Compare(g.session.Take(t), other.session.Take(t)); err != nil {
		t.Error(err)
	}
	removed := g.models["mannequin"].Clip("walk")
	snapshot, err := g.session.AppendSnapshot(nil)
	check(t, err)
	check(t, g.session.Restore(snapshot))
	if got := g.animation.Player(g.crowd[0]).Component().Motion; got != removed {
		t.Errorf("the ID %#x of a removed clip became %#x", removed, got)
	}
	check(t, other.session.Restore(snapshot))
	if other.library.Motion(other.animation.Player(other.crowd[0]).Component().Motion) != nil {
		t.Error("a removed clip names another one in another library")
	}
}

// A world that was saved as JSON with the keys beside it goes on with a library that was loaded in
// another order.
func TestJSONWithKeysOfAnotherOrder(t *testing.T) {
	g := newOrderedGame(t, inOrder())
	g.play(t, 30)
	world, err := serde.Serialize(g.animation.World())
	check(t, err)
	keys, err := json.Marshal(g.library.Keys())
	check(t, err)

	other := newOrderedGame(t, reversed())
	fresh := ecs.NewWorld()
	animation, err := systems.NewAnimation(&fresh, other.library)
	check(t, err)
	defer animation.Close()
	session, err := rollback.NewSession(animation) // which registers all components
	check(t, err)
	check(t, rollback.Register[favorite](session))
	check(t, serde.Deserialize(world, &fresh))
	var saved assets.Keys
	check(t, json.Unmarshal(keys, &saved))
	ids, err := other.library.MapKeys(&saved)
	check(t, err)
	check(t, animation.TranslateIDs(ids))
	favorites := generic.NewMap1[favorite](&fresh)
	if got := favorites.Get(g.crowd[4]).Motions[0]; got != other.models["Fox"].Clip("Walk") {
		t.Errorf("a component of the program has %s", other.library.Describe(got))
	}
	check(t, animation.Update(1.0/30))
	check(t, g.animation.Update(1.0/30))
	coat := other.models["coat"]
	for _, i := range []int{0, 3, 6} { // without a level of detail or a decay, which JSON leaves out
		skin, otherSkin := g.models["mannequin"].Skins[0], other.models["mannequin"].Skins[0]
		want, got := g.animation.Palette(g.crowd[i], skin), animation.Palette(g.crowd[i], otherSkin)
		if isBody := i != 0; (len(want) > 0) != isBody || !slices.Equal(got, want) {
			t.Errorf("character %d has another pose", i)
		}
		if i == 3 {
			continue // it has no coat
		}
		garment, err := animation.Garment(g.crowd[i], coat)
		check(t, err)
		want = g.animation.Palette(g.coat(t, i), g.models["coat"].Parts[0].Skin)
		if got := animation.Palette(garment, coat.Parts[0].Skin); len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("the coat of character %d has another pose", i)
		}
	}
	want, got := g.animation.Palette(g.crowd[3], g.models["jacket"].Parts[0].Skin),
		animation.Palette(g.crowd[3], other.models["jacket"].Parts[0].Skin)
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("the jacket has the palette %v, expected %v", got, want)
	}

	// Keys of assets that are not there are errors, and what is there is translated.
	other.library.RemoveMotion(other.models["Fox"].Clip("Run"))
	ids, err = other.library.MapKeys(&saved)
	if err == nil || !strings.Contains(err.Error(), `the library has no clip "Run"`) {
		t.Errorf("found %v", err)
	}
	if assets.Translate(ids, g.models["Fox"].Clip("Run")) != 0 ||
		assets.Translate(ids, g.models["Fox"].Clip("Walk")) != other.models["Fox"].Clip("Walk") {
		t.Error("the map is wrong")
	}
	check(t, animation.TranslateIDs(assets.IDMap{}))
	if got := favorites.Get(g.crowd[4]).Motions; got[0] == 0 || other.library.Motion(got[0]) != nil || got[1] == 0 {
		t.Errorf("unknown IDs became %v", got)
	}
	const key = "00000000000000000000000000000001"
	for _, bad := range []string{
		"skeleton", "cat\t1\t" + key + "\t\"a\"\t\"cat\"\t\"\"", "skeleton\t0\t" + key + "\t\"a\"\t\"skeleton\"\t\"\"",
		"skeleton\t1\txyz\t\"a\"\t\"skeleton\"\t\"\"", "skeleton\t1\t" + key + "\ta\t\"skeleton\"\t\"\"",
	} {
		if err := new(assets.Keys).UnmarshalText([]byte(bad)); err == nil || !strings.Contains(err.Error(), "keys: line 1: ") {
			t.Errorf("%q was read: %v", bad, err)
		}
	}
	if err := new(assets.Keys).UnmarshalText([]byte("skeleton\t1\t" + key + "\t\"a\"\t\"skeleton\"\t\"\"\n")); err != nil {
		t.Error(err)
	}
	none, err := assets.NewLibrary().Keys().MarshalText()
	check(t, errors.Join(err, new(assets.Keys).UnmarshalText(none)))
}
