package crowd_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/rollback"
)

// spacesOf adds blend spaces of the mannequin's clips: in phase by time and by markers, which a cycle
// passes once and several times, from the start of the clips and from the middle; along a line and
// in a plane, by three clips at once and by more.
func spacesOf(t testing.TB, f *fixture) (spaces []id.BlendSpace) {
	t.Helper()
	c := f.model.Clip
	at := func(name string, fractions ...float64) (markers []clip.Marker) {
		played := f.library.Clip(c(name))
		for i, fraction := range fractions {
			markers = append(markers, clip.Marker{
				Name: []string{"left", "right"}[i%2], Time: played.Start() + fraction*played.Duration(),
			})
		}
		return markers
	}
	for _, b := range []*blendspace.Builder{
		blendspace.New1D("by time").At(0, c("idle")).At(1, c("walk")).At(4, c("run")).Speed(1.3),
		blendspace.New1D("by markers").At(0, c("idle")).SyncByTime().At(1, c("walk")).Markers(at("walk", 0, 0.37)...).
			At(4, c("run")).Markers(at("run", 0.21, 0.8)...),
		blendspace.New1D("twice").At(0, c("walk")).Markers(at("walk", 0.1, 0.3, 0.5, 0.95)...).
			At(1, c("dance")).Markers(at("dance", 0.4, 0.6)...),
		blendspace.New2D("triangles", blendspace.Delaunay).At2(0, 0, c("idle")).At2(-1, 2, c("walk")).At2(1, 2, c("run")),
		blendspace.DirectionalLocomotion("around", c("idle")).Ring(1, c("walk"), c("run"), c("dance"), c("wave")).
			Ring(3, c("run"), c("walk")),
	} {
		space, err := b.Add(f.library)
		check(t, err)
		spaces = append(spaces, space)
	}
	return spaces
}

// A member in a blend space shows what a character shows there: at all coordinates, in all modes and
// at speeds of both signs, while the coordinates change, in crossfades from and to clips and other
// spaces; as the GPU computes it, by Pose, and after changes over.
func TestBlendSpacesShowWhatCharactersShow(t *testing.T) {
	model, library := newMannequin()
	f := newFixtureOf(t, model, library)
	spaces := spacesOf(t, f)
	skin := model.Skins[0]
	random := rand.New(rand.NewPCG(8, 2))
	pose := rig.NewPose(library.Skeleton(model.Skeleton))
	coordinate := func() float32 { return float32(random.IntN(5)) - 0.5 + random.Float32()*float32(random.IntN(2)) }
	worst := 0.0
	for i := range 80 {
		space := spaces[i%len(spaces)]
		x, y := coordinate(), coordinate()
		if i%7 == 0 { // at a sample's own position
			x, y = 1, 0
		}
		character, err := f.animation.Spawn(model, mgl32.Ident4())
		check(t, err)
		player := f.animation.Player(character)
		check(t, player.Play(space))
		p := player.Component()
		p.Mode = []assets.PlayMode{assets.Loop, assets.PingPong, assets.Hold, assets.Once}[i/5%4]
		p.Speed, p.Time = 3*(random.Float32()-0.4), random.Float64()
		p.X, p.Y = x, y
		member := f.spawn(t, "idle")
		check(t, member.PlayMotion(components.CrowdMotion{
			Clip: space, Time: p.Time, X: x, Y: y, Speed: p.Speed, Mode: p.Mode,
		}, 0))
		isMember := true
		for step := range 9 {
			switch {
			case step == 2 && i%3 == 0:
				next := []id.Motion{model.Clip("dance"), spaces[(i+1)%len(spaces)]}[i%2]
				check(t, player.CrossFade(next, 0.5))
				check(t, member.CrossFade(next, 0.5))
			case step == 3 && i%2 == 0 && isMember:
				x, y = coordinate(), coordinate()
				check(t, player.SetPosition(x, y))
				check(t, member.SetPosition(x, y))
			case step == 4 && i%4 == 1:
				check(t, f.crowd.ToCharacter(member.Entity()))
				isMember = false
			case step == 6 && !isMember:
				check(t, f.crowd.ToCrowd(member.Entity()))
				isMember = true
			}
			f.update(t, 0.3*random.Float64())
			want := f.animation.Palette(character, skin)
			var got []float32
			if isMember {
				got = f.palette(t, member.Entity(), 0)
				check(t, member.Pose(pose))
				shown := library.Skin(skin).Palette(nil, pose.ModelMatrices(nil))
				if d := f.palettesDiffer(shown, want); d > tolerance {
					t.Fatalf("case %d, step %d: Pose is %v m apart", i, step, d)
				}
			} else {
				got = f.animation.Palette(member.Entity(), skin)
			}
			d := f.palettesDiffer(got, want)
			if worst = max(worst, d); d > tolerance {
				t.Fatalf("case %d, step %d, member %v: %v m apart", i, step, isMember, d)
			}
		}
		f.world.RemoveEntity(member.Entity())
		f.world.RemoveEntity(character)
	}
	t.Logf("%.2g m apart at most", worst)
}

// A member passes the markers of a blend space that a character's events tell of, and travels as far.
func TestBlendSpacesPassMarkers(t *testing.T) {
	model, library := newMannequin()
	f := newFixtureOf(t, model, library)
	space, err := blendspace.New1D("gait").At(0, model.Clip("walk")).At(1, model.Clip("run")).
		SyncByMarkers().Add(library)
	check(t, err)
	character, err := f.animation.Spawn(model, mgl32.Ident4())
	check(t, err)
	check(t, f.animation.Player(character).Play(space))
	check(t, f.animation.Player(character).SetPosition(0.3, 0))
	member := f.spawn(t, "idle")
	check(t, member.PlayMotion(components.CrowdMotion{Clip: space, X: 0.3, Speed: 1, Mode: assets.Loop}, 0))
	reader := f.animation.Events().Reader()
	var want, got []string
	for range 40 {
		from := f.crowd.Time()
		f.update(t, 0.1)
		events, _ := f.animation.Events().Read(&reader)
		for _, event := range events {
			if event.Kind == ecs.MarkerPassed && event.Entity == character {
				marker, _ := event.ClipMarker(library)
				want = append(want, marker.Name)
			}
		}
		for passed := range member.Markers(from, f.crowd.Time()) {
			got = append(got, passed.Marker.Name)
		}
	}
	if len(want) < 4 || strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("it passes %v, a character %v", got, want)
	}
	walk := f.spawn(t, "walk").RootMotion(f.crowd.Time(), f.crowd.Time()+1)
	if mixed := member.RootMotion(f.crowd.Time(), f.crowd.Time()+1); library.Clip(model.Clip("walk")).RootMotion() != nil &&
		!(math.Hypot(mixed.X, mixed.Z) > math.Hypot(walk.X, walk.Z)) {
		t.Errorf("between walking and running it travels %v, walking %v", mixed, walk)
	}
}

// A session and JSON keep where a member is in a blend space; a member that was removed gives its
// records back; what is no place in one is an error.
func TestBlendSpacesAreKept(t *testing.T) {
	model, library := newMannequin()
	f := newFixtureOf(t, model, library)
	spaces := spacesOf(t, f)
	session, err := rollback.NewSession(f.animation)
	check(t, err)
	check(t, rollback.RegisterResource[crowd.Time](session))
	m := f.spawn(t, "idle")
	check(t, m.Play(spaces[4]))
	check(t, m.SetPosition(0.4, 0.7))
	f.update(t, 0.4)
	before := f.palette(t, m.Entity(), 0)
	snapshot, err := session.AppendSnapshot(nil)
	check(t, err)
	check(t, m.SetPosition(-1, 0.1))
	f.update(t, 0.1)
	if d := f.palettesDiffer(before, f.palette(t, m.Entity(), 0)); d < 0.01 {
		t.Errorf("the coordinates move it by %v m only", d)
	}
	check(t, session.Restore(snapshot))
	f.update(t, 0)
	if d := f.palettesDiffer(before, f.palette(t, m.Entity(), 0)); d != 0 {
		t.Errorf("%v m from where it was", d)
	}
	text, err := json.Marshal(m.Component())
	check(t, err)
	var read components.CrowdPlayer
	check(t, json.Unmarshal(text, &read))
	if read != *m.Component() || read.Motions[shown(m)].X != 0.4 {
		t.Errorf("JSON makes %+v of %+v", read, *m.Component())
	}
	records := len(f.store.Records())
	for i := range 400 {
		n := f.spawn(t, "idle")
		check(t, n.Play(spaces[i%len(spaces)]))
		check(t, n.SetPosition(0.4, 0.7))
		check(t, n.CrossFade(spaces[(i+1)%len(spaces)], 0.5))
		f.update(t, 0.01)
		check(t, f.store.Sync())
		check(t, f.crowd.Remove(n.Entity()))
	}
	check(t, f.store.Sync())
	if more := len(f.store.Records()) - records; more > 64 {
		t.Errorf("%d more records after members came and went", more)
	}
	nan := float32(math.NaN())
	additive, err := clip.NewBuilder("lean", library.Skeleton(model.Skeleton)).Range(0, 1).Additive().Add(library)
	check(t, err)
	leaning, err := blendspace.New1D("leaning").At(0, additive).Add(library)
	check(t, err)
	for name, row := range map[string]struct {
		err, want error
		text      string
	}{
		"NaN":             {m.SetPosition(nan, 0), systems.ErrNotFinite, "expected finite coordinates, found NaN, 0"},
		"a motion at NaN": {m.PlayMotion(components.CrowdMotion{Clip: spaces[0], Y: nan}, 0), systems.ErrNotFinite, "NaN"},
		"an additive one": {m.Play(leaning), crowd.ErrUnfit, `a blend space that is not additive, found "leaning"`},
		"over the rest": {
			m.Overlay(spaces[0], systems.WholeBody, 0), systems.ErrNoMotion, `found the blend space "by time"`,
		},
	} {
		if !errors.Is(row.err, row.want) || !strings.Contains(row.err.Error(), row.text) {
			t.Errorf("%s: error %v", name, row.err)
		}
	}
}
