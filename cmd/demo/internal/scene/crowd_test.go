package scene_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// open loads files of the test data.
func open(t *testing.T, names ...string) (*assets.Library, []*assets.Model) {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	var models []*assets.Model
	for _, name := range names {
		model, err := gltfio.Open(library, testassets.Path(t, "assets/"+name))
		if err != nil {
			t.Fatal(err)
		}
		models = append(models, model)
	}
	return library, models
}

// members returns the transforms and playbacks of all characters.
func members(s *scene.Scene) (places []mgl32.Mat4, playing []components.Playback) {
	query := generic.NewFilter2[components.Transform, components.AnimationPlayer]().Query(s.World())
	for query.Next() {
		place, player := query.Get()
		places, playing = append(places, place.Matrix), append(playing, player.Playback)
	}
	return places, playing
}

func TestCrowdsVaryAndRepeat(t *testing.T) {
	library, models := open(t, "fox/Fox.glb")
	crowd := func(clip string) ([]mgl32.Mat4, []components.Playback) {
		s, err := scene.NewCrowd(library, models, 50, clip)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if s.Characters() != 50 {
			t.Errorf("got %d characters, want 50", s.Characters())
		}
		return members(s)
	}
	places, playing := crowd("")
	clips, times := map[assets.ClipID]bool{}, map[float64]bool{}
	for i, p := range playing {
		clips[p.Motion], times[p.Time] = true, true
		for k := range i {
			if distance := places[i].Col(3).Sub(places[k].Col(3)).Len(); distance < 60 {
				t.Errorf("foxes %d and %d are %.0f apart, want 60", k, i, distance)
			}
		}
	}
	if len(clips) != 3 || len(times) < 45 {
		t.Errorf("got %d clips and %d phases, want 3 and at least 45", len(clips), len(times))
	}
	again, playingAgain := crowd("")
	for i := range places {
		if places[i] != again[i] || playing[i] != playingAgain[i] {
			t.Fatalf("fox %d differs between two equal crowds", i)
		}
	}
	_, running := crowd("Run")
	for _, p := range running {
		if p.Motion != models[0].Clip("Run") {
			t.Fatal("a character does not run")
		}
	}
}

func TestLineupsStandSideBySide(t *testing.T) {
	library, models := open(t, "fox/Fox.glb", "cesium_man/CesiumMan.glb", "morph_cube/AnimatedMorphCube.gltf")
	s, err := scene.NewLineup(library, models, "1")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	places, playing := members(s)
	end := float32(math.Inf(-1))
	for i, model := range models {
		low := mgl32.TransformCoordinate(model.Bounds.Min, places[i])
		high := mgl32.TransformCoordinate(model.Bounds.Max, places[i])
		if low[0] <= end || math.Abs(float64(low[1])) > 1e-4 {
			t.Errorf("%s stands from %v to %v", model.Name, low, high)
		}
		if size := high.Sub(low); math.Abs(float64(max(size[0], size[1], size[2])-2)) > 1e-3 {
			t.Errorf("%s measures %v", model.Name, size)
		}
		end = high[0]
	}
	if playing[0].Motion != models[0].Clip("Walk") || playing[1].Motion != 0 {
		t.Errorf("clip 1 is %v", playing)
	}
}

func TestBoundsFollowTheClip(t *testing.T) {
	library, model := mannequins(t)
	heights := map[string]float32{}
	for _, clip := range []string{"idle", "jump"} {
		s, err := scene.NewLineup(library, []*assets.Model{model}, clip)
		if err != nil {
			t.Fatal(err)
		}
		heights[clip] = s.Bounds().Max[1]
		if s.Ground() != 0 {
			t.Errorf("the ground of %s is at %v", clip, s.Ground())
		}
		s.Close()
	}
	if heights["idle"] < 1.7 || heights["idle"] > 1.95 || heights["jump"] < heights["idle"]+0.2 {
		t.Errorf("heights %v", heights)
	}
}

func TestCrossFadeToEndsTheShow(t *testing.T) {
	library, model := mannequins(t)
	s, err := scene.NewShow(library, model)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.CrossFadeTo(0, 0.3); err != nil {
		t.Fatal(err)
	}
	before, _ := members(s)
	if err := s.Update(scene.Period); err != nil {
		t.Fatal(err)
	}
	after, playing := members(s)
	for i := range after {
		if before[i] != after[i] || library.Clip(playing[i].Motion).Name() != library.Clip(model.Clips[0]).Name() {
			t.Errorf("character %d still follows the show", i)
		}
	}
	if err := s.Scrub(-1); err != nil {
		t.Fatal(err)
	}
	if name, at, _ := s.Playing(); name != "idle" || math.Abs(at-(scene.Period-1)) > 0.5 {
		t.Errorf("%s at %v", name, at)
	}
	for _, wrong := range []float64{-1, math.NaN(), math.Inf(1)} {
		if err := s.Update(wrong); err == nil {
			t.Errorf("Update accepted %v", wrong)
		}
	}
}

// The bounds contain what morph weights move out of the box of the rest pose.
func TestBoundsKnowMorphs(t *testing.T) {
	library, models := open(t, "morph_cube/AnimatedMorphCube.gltf")
	model := models[0]
	channel := library.Skeleton(model.Skeleton).MorphChannels()[0]
	grow, err := clip.NewBuilder("grow", library.Skeleton(model.Skeleton)).
		MorphWeights(channel.Joint, clip.Linear, []float32{0, 1}, []float32{-2, 0, 0, 3}).Add(library)
	if err != nil {
		t.Fatal(err)
	}
	model.SetClips(library, []assets.ClipID{grow})
	s, err := scene.NewLineup(library, models, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	entity := s.Entity(0)
	if err := s.Animation().EnableVertices(entity); err != nil {
		t.Fatal(err)
	}
	outside := float32(0)
	for range 40 {
		if err := s.Update(0.1); err != nil {
			t.Fatal(err)
		}
		for _, at := range s.Animation().Vertices(entity, 0, 0).Positions {
			for axis := range 3 {
				size := model.Bounds.Max[axis] - model.Bounds.Min[axis]
				slack := 0.2 * size // the bounds are of some times only
				if at[axis] < s.Bounds().Min[axis]-slack || at[axis] > s.Bounds().Max[axis]+slack {
					t.Fatalf("a vertex is at %v, outside of %v", at, s.Bounds())
				}
				outside = max(outside, (at[axis]-model.Bounds.Max[axis])/size, (model.Bounds.Min[axis]-at[axis])/size)
			}
		}
	}
	if outside < 0.5 {
		t.Errorf("the clip moves vertices out of the box of the rest pose by %v of its size only", outside)
	}
}

// The time that the first frame takes, to prepare what all others use, is not in the mean that the
// stadium shows.
func TestStadiumLeavesOutTheFirstFrame(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	s, err := scene.NewStadium(library, model, 50)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if want := 50 * library.Skeleton(model.Skeleton).Len(); s.Characters() != 50 || s.Joints() != want {
		t.Errorf("%d members with %d joints, want 50 with %d", s.Characters(), s.Joints(), want)
	}
	shown := func() (ms float64) {
		_, text, _ := strings.Cut(s.Status(), "in view: ")
		if _, err := fmt.Sscanf(text, "%f ms", &ms); err != nil {
			t.Fatalf("%q: %v", s.Status(), err)
		}
		return ms
	}
	s.Drawn(10, 0)
	if ms := shown(); ms < 10_000 {
		t.Errorf("after a frame of 10 s the stadium shows %v ms", ms)
	}
	for range 3 {
		s.Drawn(2, 0)
	}
	if ms := shown(); ms < 2000 || ms > 2500 {
		t.Errorf("after frames of 2 s the stadium shows %v ms", ms)
	}
	s.Drawn(4, 0)
	if ms := shown(); ms < 2240 || ms > 2740 {
		t.Errorf("after one of 4 s the stadium shows %v ms", ms)
	}
}
