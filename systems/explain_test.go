package systems_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/explain"
)

// patient is a world with a mannequin that walks. A mistake makes it one that has a finding.
type patient struct {
	*testing.T
	world     ecs.World
	library   *assets.Library
	animation *systems.Animation
	model     *assets.Model
	entity    ecs.Entity
	player    systems.Player
}

func newPatient(t *testing.T) *patient {
	t.Helper()
	p := &patient{T: t, world: ecs.NewWorld(), library: assets.NewLibrary(assets.Exact())}
	var err error
	p.model, err = mannequin.New(p.library)
	p.must(err)
	p.animation, err = systems.NewAnimation(&p.world, p.library, systems.WithLogger(nil))
	p.must(err)
	t.Cleanup(p.animation.Close)
	p.entity, err = p.animation.Spawn(p.model, mgl32.Ident4())
	p.must(err)
	p.player = p.animation.Player(p.entity)
	p.must(p.player.Play(p.model.Clip("walk")))
	p.update(1.0/60, 2)
	return p
}

func (p *patient) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

func (p *patient) update(seconds float64, frames int) {
	p.Helper()
	for range frames {
		p.must(p.animation.Update(seconds))
	}
}

func (p *patient) skeleton() *assets.Skeleton { return p.library.Skeleton(p.model.Skeleton) }

// find returns the finding of a kind; the test fails without it.
func (p *patient) find(id string) explain.Finding {
	p.Helper()
	character := p.animation.Explain(p.entity)
	f, ok := character.Finding(id)
	if !ok {
		p.Fatalf("expected the finding %q, found\n%s", id, character)
	}
	return f
}

// of returns a component of the patient, which gets it if it has none.
func of[C any](p *patient) *C {
	m := generic.NewMap1[C](&p.world)
	if !p.world.Has(p.entity, arche.ComponentID[C](&p.world)) {
		m.Assign(p.entity, new(C))
	}
	return m.Get(p.entity)
}

// without removes a component of the patient.
func without[C any](p *patient) { p.world.Remove(p.entity, arche.ComponentID[C](&p.world)) }

// database makes the patient play a database, by components alone.
func (p *patient) database() {
	recording, err := courses.Roaming("roaming", p.skeleton(), courses.Move{Seconds: 2, Z: 1.3})
	p.must(err)
	recording, err = clip.ExtractRootMotion(recording, clip.RootMotionOptions{})
	p.must(err)
	database, err := matching.NewBuilder("moves", p.skeleton()).Clip(p.library.AddClip(recording), nil).
		Position("left_foot", 1).Trajectory(3, 1.5, 0.2, 0.5).Add(p.library)
	p.must(err)
	p.player.Playback().Motion = database
}

// control makes a graph drive the patient.
func (p *patient) control(document string, model *assets.Model) {
	g, err := graph.Read(strings.NewReader(document), p.library, model)
	p.must(err)
	id, err := p.library.AddGraph(g)
	p.must(err)
	*of[components.Controller](p) = *components.NewController(id, g)
}

const walkGraph = `{"name": "walks", "parameters": [{"name": "speed", "type": "float", "default": 1}],
	"layers": [{"name": "body", "states": [{"name": "walk", "clip": "walk"}]},
	{"name": "arm", "states": [{"name": "rest"}]}]}`

// look gives the patient a stack with the goal "look", and feet.
func (p *patient) look() {
	leg := func(side string) modifier.Foot {
		return modifier.Foot{
			Root: side + "_thigh", Middle: side + "_shin", End: side + "_foot", Toe: side + "_toe",
			Bend: mgl32.Vec3{0, 0, 1},
		}
	}
	stack, err := modifier.New("watch", p.skeleton()).
		LookAt("look", modifier.LookAt{
			Joints: []string{"neck_2", "head"}, Shares: []float32{0.5, 1},
			Forward: mgl32.Vec3{0, 0, 1},
		}).
		Feet("feet", modifier.Feet{Pelvis: "hips", Feet: []modifier.Foot{leg("left"), leg("right")}}).
		Add(p.library)
	p.must(err)
	p.must(p.animation.Modify(p.entity, stack))
}

// overlay plays a clip in layer 1 on the joints of a mask.
func (p *patient) overlay(build func(*rig.MaskBuilder) *rig.MaskBuilder) {
	mask, err := build(rig.NewMask("arms", p.skeleton())).Add(p.library)
	p.must(err)
	p.must(p.player.Layer(1).Overlay(p.model.Clip("wave"), mask, 0))
}

// mistakes are the mistakes that programs make, by the findings that tell of them.
var mistakes = map[string]func(p *patient){
	"no-character":   func(p *patient) { p.world.RemoveEntity(p.entity) },
	"no-player":      func(p *patient) { without[components.AnimationPlayer](p) },
	"no-model":       func(p *patient) { without[components.SkinnedMesh](p) },
	"no-transform":   func(p *patient) { without[components.Transform](p) },
	"bad-transform":  func(p *patient) { *of[components.Transform](p) = components.Transform{} },
	"never-posed":    func(p *patient) { p.entity, _ = p.animation.Spawn(p.model, mgl32.Ident4()) },
	"nothing-played": func(p *patient) { p.must(p.player.Stop(0)) },
	"no-time": func(p *patient) {
		world := ecs.NewWorld()
		var err error
		p.animation, err = systems.NewAnimation(&world, p.library, systems.WithLogger(nil))
		p.must(err)
		p.entity, err = p.animation.Spawn(p.model, mgl32.Ident4())
		p.must(err)
		p.update(0, 2)
	},
	"time-skipped": func(p *patient) {
		p.animation.Clock().Step = 1.0 / 60
		p.update(1, 1)
	},
	"motion-removed": func(p *patient) { p.library.RemoveClip(p.model.Clip("walk")) },
	"motion-of-other-skeleton": func(p *patient) {
		p.player.Playback().Motion = lamp(p.library).Clip("nod")
	},
	"additive-in-layer-0": func(p *patient) { p.player.Playback().Motion = p.additive() },
	"not-additive": func(p *patient) {
		p.must(p.player.Layer(1).Play(p.additive()))
		p.must(p.player.Layer(1).SetBlend(clip.Additive))
		p.player.Layer(1).Playback().Motion = p.model.Clip("wave")
	},
	"clip-away": func(p *patient) { p.player.Playback().Held = true },
	"finished": func(p *patient) {
		p.must(p.player.SetMode(clip.Once, 0))
		p.update(1, 3)
	},
	"stands-still": func(p *patient) { p.must(p.player.SetSpeed(0)) },
	"too-fast":     func(p *patient) { p.must(p.player.SetSpeed(8)) },
	"too-slow":     func(p *patient) { p.must(p.player.SetSpeed(0.001)) },
	"paused":       func(p *patient) { p.must(p.player.Pause()) },
	"long-fade": func(p *patient) {
		p.must(p.player.CrossFade(p.model.Clip("run"), 1))
		p.player.Blend().Duration = 250
	},
	"layer-without-weight": func(p *patient) {
		p.must(p.player.Layer(1).Play(p.model.Clip("wave")))
		p.must(p.player.Layer(1).FadeWeight(0, 0))
	},
	"covers-all": func(p *patient) { p.must(p.player.Layer(1).Play(p.model.Clip("wave"))) },
	"layers-missing": func(p *patient) {
		p.must(p.player.Layer(1).Play(p.model.Clip("wave")))
		of[components.Layers](p).Count = 2
	},
	"mask-empty": func(p *patient) {
		p.overlay(func(b *rig.MaskBuilder) *rig.MaskBuilder { return b.Joints(0, "head") })
	},
	"mask-removed": func(p *patient) {
		p.overlay(func(b *rig.MaskBuilder) *rig.MaskBuilder { return b.Subtree(1, "right_clavicle") })
		p.library.RemoveMask(p.player.Layer(1).LayerComponent().Mask)
	},
	"mask-of-other-skeleton": func(p *patient) {
		p.overlay(func(b *rig.MaskBuilder) *rig.MaskBuilder { return b.Subtree(1, "right_clavicle") })
		mask, err := rig.NewMask("arm", p.library.Skeleton(lamp(p.library).Skeleton)).Joints(1, "arm").Add(p.library)
		p.must(err)
		p.player.Layer(1).LayerComponent().Mask = mask
	},
	"root-motion-unused": func(p *patient) {
		traveling, err := courses.Traveling("traveling", p.library.Clip(p.model.Clip("walk")), mannequin.WalkSpeed, 0)
		p.must(err)
		traveling, err = clip.ExtractRootMotion(traveling, clip.RootMotionOptions{})
		p.must(err)
		p.must(p.player.Play(p.library.AddClip(traveling)))
	},
	"graph-removed": func(p *patient) {
		p.control(walkGraph, p.model)
		p.library.RemoveGraph(of[components.Controller](p).Graph)
	},
	"graph-of-other-skeleton": func(p *patient) {
		p.control(`{"name": "lamp", "layers": [{"name": "all", "states": [{"name": "nod", "clip": "nod"}]}]}`,
			lamp(p.library))
	},
	"state-without-motion": func(p *patient) {
		p.control(`{"name": "rests", "layers": [{"name": "body", "states": [{"name": "rest"}]}]}`, p.model)
		p.update(0, 1)
	},
	"graph-layer-missing": func(p *patient) { p.control(walkGraph, p.model) },
	"parameter-not-finite": func(p *patient) {
		p.control(walkGraph, p.model)
		of[components.Controller](p).Parameters[0] = math.Float32bits(float32(math.NaN()))
	},
	"no-wish":                      (*patient).database,
	"database-without-root-motion": func(p *patient) { of[components.Wish](p); p.database() },
	"wish-not-finite": func(p *patient) {
		of[components.Wish](p).Place.Position[0] = float32(math.Inf(1))
	},
	"leader-gone": func(p *patient) {
		other, err := p.animation.Spawn(p.model, mgl32.Ident4())
		p.must(err)
		*of[components.Partner](p) = components.Partner{Leader: other}
	},
	"given-pose-missing": func(p *patient) { of[components.PoseOverride](p).Weight = 1 },
	"given-pose-covers": func(p *patient) {
		p.must(p.animation.SetLocalPose(p.entity, rig.NewPose(p.skeleton()), 1))
	},
	"ragdoll-without-bodies": func(p *patient) { of[components.Ragdoll](p).Weight = 1 },
	"ragdoll-without-places": func(p *patient) {
		bodies, err := ragdoll.Propose(p.library, p.model, ragdoll.Options{Mass: 75})
		p.must(err)
		p.must(p.animation.Ragdoll(p.entity).Bind(bodies))
		of[components.Ragdoll](p).Weight = 1
	},
	"stack-removed": func(p *patient) {
		p.look()
		p.library.RemoveModifierStack(of[components.Modifiers](p).Stack)
	},
	"stack-of-other-skeleton": func(p *patient) {
		skeleton := p.library.Skeleton(lamp(p.library).Skeleton)
		stack, err := modifier.New("lamp", skeleton).Aim("nod", modifier.Aim{Joint: "arm", Forward: mgl32.Vec3{
			0, 0,
			1,
		}}).
			Add(p.library)
		p.must(err)
		of[components.Modifiers](p).Stack = stack
	},
	"goals-missing": func(p *patient) { p.look(); without[components.MoreGoals](p) },
	"no-target":     (*patient).look,
	"no-ground":     (*patient).look,
	"goal-without-weight": func(p *patient) {
		p.look()
		p.must(p.animation.Modifier(p.entity, "look").Aim(mgl32.Vec3{0, 1, 3}))
		p.must(p.animation.Modifier(p.entity, "look").Fade(0, 0))
	},
	"spring-units": func(p *patient) {
		stack, err := modifier.New("arms", p.skeleton()).Spring("arm", modifier.SpringSettings{
			Joints: []string{"left_forearm", "left_hand"}, Spring: modifier.Spring{Stiffness: 1, Drag: 0.4},
		}).Add(p.library)
		p.must(err)
		p.must(p.animation.Modify(p.entity, stack))
		of[components.Transform](p).Matrix = mgl32.Scale3D(0.1, 0.1, 0.1)
	},
	"size":   func(p *patient) { of[components.Transform](p).Matrix = mgl32.Scale3D(0.01, 0.01, 0.01) },
	"culled": func(p *patient) { of[components.LevelOfDetail](p).Culled = true },
	"pose-not-finite": func(p *patient) {
		p.must(p.animation.Schedule().InsertBefore(systems.AtLocalToModel, ecs.EachBlock(breaker{})))
		p.update(0, 1)
	},
	"all-parts-hidden": func(p *patient) { p.must(p.animation.HidePart(p.entity, p.model.Parts[0].Name)) },
	"no-parts":         func(p *patient) { of[components.SkinnedMesh](p).Model = p.bare().ID },
	"model-removed": func(p *patient) {
		p.bare() // keeps the skeleton
		p.library.RemoveModel(p.model.ID)
	},
	"no-garment": func(p *patient) {
		coat, err := gltfio.Options{Skeleton: p.skeleton(), ExtendSkeleton: true}.Parse(p.library, "coat.glb", jacketWithTails(p.T))
		p.must(err)
		p.must(p.animation.SetModel(p.entity, coat))
		garment, err := p.animation.Garment(p.entity, coat)
		p.must(err)
		p.update(1.0/60, 1)
		if got := p.animation.Explain(p.entity); len(got.Findings) > 0 {
			p.Errorf("with its garment it has the findings\n%s", got)
		}
		p.world.RemoveEntity(garment)
	},
	"model-of-other-skeleton": func(p *patient) { of[components.SkinnedMesh](p).Model = lamp(p.library).ID },
}

// bare adds a model without parts, as of a file with clips alone.
func (p *patient) bare() *assets.Model {
	bare := &assets.Model{Name: "clips", Skeleton: p.model.Skeleton}
	_, err := p.library.AddModel(bare)
	p.must(err)
	return bare
}

// additive returns an additive clip.
func (p *patient) additive() assets.ClipID {
	additive, err := clip.MakeAdditive(p.library.Clip(p.model.Clip("wave")), rig.NewPose(p.skeleton()))
	p.must(err)
	return p.library.AddClip(additive)
}

// breaker is a block system with a mistake.
type breaker struct{}

func (breaker) Name() string { return "Break" }

func (breaker) RunBlock(_ *ecs.Frame, block *ecs.Block) {
	for lane := range block.Lanes() {
		block.Local(lane)[0] = float32(math.NaN())
	}
}

func (b breaker) Repeat(frame *ecs.Frame, block *ecs.Block) { b.RunBlock(frame, block) }

// Each finding is what a program finds that makes the mistake; it says what was expected or found,
// and what to do, and the page and the JSON have it.
func TestFindings(t *testing.T) {
	probe.Serial(t)
	for _, id := range slices.Sorted(maps.Keys(mistakes)) {
		t.Run(id, func(t *testing.T) {
			p := newPatient(t)
			if _, ok := p.animation.Explain(p.entity).Finding(id); ok {
				t.Fatal("a healthy character has the finding")
			}
			mistakes[id](p)
			f := p.find(id)
			if f.Text == "" || f.Cure == "" {
				t.Errorf("expected a text and a cure, found %q", f)
			}
			character := p.animation.Explain(p.entity)
			if page := character.String(); !strings.Contains(page, f.ID+": ") || !strings.Contains(page, f.Cure) {
				t.Errorf("expected the finding on the page, found\n%s", page)
			}
			checkJSON(t, character)
		})
	}
}

func checkJSON(t *testing.T, character explain.Character) {
	t.Helper()
	text, err := json.Marshal(character)
	if err != nil {
		t.Fatal(err)
	}
	var read explain.Character
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(read); err != nil || string(again) != string(text) {
		t.Errorf("expected\n%s\nfound\n%s\n%v", text, again, err)
	}
}

// foundElsewhere are the findings of ExplainJoint alone.
var foundElsewhere = []string{"no-joint", "not-repeatable"}

// Every finding in the code has a mistake in the test, and every mistake a line in the page of
// symptoms.
func TestEveryFindingHasAMistake(t *testing.T) {
	probe.Serial(t)
	inCode := map[string]bool{}
	call := regexp.MustCompile(`\.Find\("([a-z0-9-]+)"`)
	for _, pattern := range []string{"explain*.go", "internal/*/explain.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			for _, match := range call.FindAllStringSubmatch(string(text), -1) {
				inCode[match[1]] = true
			}
		}
	}
	for _, id := range foundElsewhere {
		delete(inCode, id)
	}
	if code, tested := slices.Sorted(maps.Keys(inCode)), slices.Sorted(maps.Keys(mistakes)); !slices.Equal(code,
		tested) {
		t.Errorf("expected mistakes for\n%v\nfound\n%v", code, tested)
	}
}

// A healthy character that does everything has no finding.
func TestHealthyCharactersHaveNoFindings(t *testing.T) {
	probe.Serial(t)
	p := newPatient(t)
	p.must(p.animation.EnableInertialization(p.entity))
	p.overlay(func(b *rig.MaskBuilder) *rig.MaskBuilder { return b.Subtree(1, "right_clavicle") })
	p.look()
	p.animation.SetGround(systems.GroundFunc(func(x, z float32) (float32, mgl32.Vec3) {
		return 0, mgl32.Vec3{
			0, 1,
			0,
		}
	}))
	p.must(p.animation.Modifier(p.entity, "look").Aim(mgl32.Vec3{0, 1, 3}))
	p.must(p.player.CrossFade(p.model.Clip("run"), 0.5))
	p.update(1.0/60, 20)
	character := p.animation.Explain(p.entity)
	if len(character.Findings) > 0 {
		t.Errorf("expected no findings, found\n%s", character)
	}
	for _, want := range []string{
		`plays clip "run"`, `fades out clip "walk"`, `mask "arms"`, `goal "look"`, `solver look at`,
		"inertialization: idle", "palette of 67 matrices",
	} {
		if page := character.String(); !strings.Contains(page, want) {
			t.Errorf("expected %q on the page, found\n%s", want, page)
		}
	}
	if got := character.Layers[0].Plays[0].Weight; !(got > 0.6 && got < 0.7) {
		t.Errorf("after 20 of 30 frames expected a weight of two thirds, found %v", got)
	}
}

// A garment says who wears it. It has no finding though nothing plays, and it passes time and is
// posed as its wearer.
func TestExplainGarment(t *testing.T) {
	probe.Serial(t)
	d := newDraper(t, jacketWithTails(t), systems.WithLogger(nil))
	wearer, garment := d.wear(t, mgl32.Ident4())
	d.swing(t, garment)
	scales := generic.NewMap1[components.TimeScale](&d.world)
	scales.Assign(wearer, &components.TimeScale{Scale: 2})
	for range 10 {
		check(t, d.animation.Update(1.0/60))
	}
	character := d.animation.Explain(garment)
	if len(character.Findings) > 0 || character.WornBy != wearer.ID() {
		t.Errorf("expected no findings of a garment of entity %d, found\n%s", wearer.ID(), character)
	}
	if page, want := character.String(), fmt.Sprintf("worn by character %d", wearer.ID()); !strings.Contains(page, want) {
		t.Errorf("expected %q on the page, found\n%s", want, page)
	}
	if got := character.Layers[0].Plays[0].Scales.Character; got != 2 {
		t.Errorf("expected the time scale 2 of the wearer, found %v", got)
	}
	checkJSON(t, character)
	if own := d.animation.Explain(wearer); len(own.Findings) > 0 || own.WornBy != 0 {
		t.Errorf("expected no findings of a wearer, found\n%s", own)
	}

	pose := rig.NewPose(d.library.Skeleton(d.jacket.Skeleton))
	check(t, d.animation.LocalPose(garment, pose))
	for _, joint := range []string{"left_thigh", "tail_hips_1"} {
		got := d.animation.ExplainJoint(garment, joint)
		q := pose.Joint(got.Index).Rotation
		for i, want := range []float32{q.V[0], q.V[1], q.V[2], q.W} {
			if math.Abs(float64(got.Rotation[i])-float64(want)) > 1e-6 {
				t.Errorf("%s: expected the rotation %v that shows, found\n%s", joint, q, got)
				break
			}
		}
		last := ""
		if n := len(got.Steps); n > 0 {
			last = got.Steps[n-1].System
		}
		if isShared := joint == "left_thigh"; (last == "Wear") != isShared {
			t.Errorf("%s: expected a step of the wearer: %v, found\n%s", joint, isShared, got)
		}
	}

	details := generic.NewMap1[components.LevelOfDetail](&d.world)
	details.Assign(wearer, &components.LevelOfDetail{Culled: true, Fixed: true})
	for range 2 {
		check(t, d.animation.Update(1.0/60))
	}
	if got := d.animation.Explain(garment).Detail; got.Posed || !got.Culled || got.Why == "" {
		t.Errorf("expected a garment that is culled with its wearer, found %+v", got)
	}
}

// A character whose model is shown by a garment says by which one, on the page and in JSON, and the
// garment says what is drawn; with a model of its own skeleton, or of an equal one, it says that
// itself.
func TestExplainModelsShownByGarments(t *testing.T) {
	probe.Serial(t)
	d := newDraper(t, jacketWithTails(t), systems.WithLogger(nil))
	wearer := mustSpawn(d.animation.Spawn(d.body, mgl32.Ident4()))
	check(t, d.animation.Player(wearer).Play(d.body.Clip("walk")))
	check(t, d.animation.SetModel(wearer, d.jacket))
	garment := mustSpawn(d.animation.Garment(wearer, d.jacket))
	check(t, d.animation.HidePart(wearer, "jacket"))
	check(t, d.animation.Update(1.0/60))
	got := d.animation.Explain(wearer)
	if len(got.Findings) > 0 || len(got.Models) != 1 || got.Models[0].ShownBy != garment.ID() ||
		len(got.Models[0].Parts) > 0 || got.Models[0].Missing != "" {
		t.Errorf("expected a model that entity %d shows, found %+v\n%s", garment.ID(), got.Models, got)
	}
	if page, want := got.String(), fmt.Sprintf("draws model %q, shown by its garment, character %d\n", "jacket",
		garment.ID()); !strings.Contains(page, want) {
		t.Errorf("expected %q on the page, found\n%s", want, page)
	}
	checkJSON(t, got)
	text, err := json.Marshal(got)
	check(t, err)
	if want := fmt.Sprintf(`"shownBy":%d`, garment.ID()); !strings.Contains(string(text), want) {
		t.Errorf("expected %s in the JSON, found\n%s", want, text)
	}
	if _, hidden := d.animation.Explain(garment).Finding("all-parts-hidden"); !hidden {
		t.Errorf("the garment does not say that its part is hidden\n%s", d.animation.Explain(garment))
	}
	check(t, d.animation.SetModel(wearer, d.body))
	check(t, d.animation.Update(1.0/60))
	if got := d.animation.Explain(wearer); got.Models[0].ShownBy != 0 || got.Models[0].Parts[0].Palette != 67 {
		t.Errorf("expected the body, found\n%s", got)
	}
	twin, err := gltfio.Options{OwnSkeleton: true}.Parse(d.library, "twin.glb", jacketWithTails(t))
	check(t, err)
	other, err := gltfio.Options{OwnSkeleton: true}.Parse(d.library, "other.glb", jacketWithTails(t))
	check(t, err)
	e := mustSpawn(d.animation.Spawn(twin, mgl32.Ident4()))
	check(t, d.animation.SetModel(e, other))
	check(t, d.animation.Update(1.0/60))
	if _, isOther := d.animation.Explain(e).Finding("model-of-other-skeleton"); isOther {
		t.Errorf("a model of an equal skeleton is one of another\n%s", d.animation.Explain(e))
	}
}

// Of a clip that walks on the spot it is told how fast to move the character: for the mannequin's
// walk twice its stride in a cycle, times the scale in the world and the speed.
func TestExplainWalkOnTheSpot(t *testing.T) {
	p := newPatient(t)
	of[components.Transform](p).Matrix = mgl32.Scale3D(2, 2, 2)
	p.must(p.player.Play(p.model.Clip("walk")))
	p.must(p.player.SetSpeed(1.5))
	p.update(1.0/60, 1)
	character := p.animation.Explain(p.entity)
	got, want := float64(character.Layers[0].Plays[0].OnTheSpot), 2*1.5*mannequin.WalkSpeed
	if math.Abs(got-want) > 0.02*want {
		t.Errorf("expected a speed of %.3g, found %.3g", want, got)
	}
	if page, text := character.String(), "walks on the spot"; !strings.Contains(page, text) {
		t.Errorf("expected %q on the page, found\n%s", text, page)
	}
	checkJSON(t, character)
	p.must(p.player.Play(p.model.Clip("wave")))
	p.update(1.0/60, 1)
	if got := p.animation.Explain(p.entity).Layers[0].Plays[0].OnTheSpot; got != 0 {
		t.Errorf("expected no speed of a clip that stands, found %v", got)
	}
}

// What is explained is the product of all scales.
func TestExplainedSpeed(t *testing.T) {
	p := newPatient(t)
	p.animation.Clock().Scale = 0.5
	of[components.TimeScale](p).Scale = 3
	p.must(p.player.Layer(1).Play(p.model.Clip("wave")))
	p.must(p.player.Layer(1).SetTimeScale(0.25))
	p.must(p.player.Layer(1).SetSpeed(-2))
	before := p.player.Layer(1).Playback().Time
	got := p.animation.Explain(p.entity).Layers[1].Plays[0]
	p.update(0.2, 1)
	moved := p.player.Layer(1).Playback().Time - before
	if want := -0.75; float64(got.Speed) != want || math.Abs(moved-0.2*want) > 1e-9 &&
		math.Abs(moved-0.2*want-float64(got.End)) > 1e-9 {
		t.Errorf("expected a speed of %v, found %v; the time moved by %v", want, got.Speed, moved)
	}
}

// Explaining changes nothing, be it before the first frame, after any, or between a restored
// snapshot and a frame.
func TestExplainChangesNothing(t *testing.T) {
	p := newPatient(t)
	p.look()
	p.must(p.animation.EnableInertialization(p.entity))
	p.overlay(func(b *rig.MaskBuilder) *rig.MaskBuilder { return b.Subtree(1, "right_clavicle") })
	explainAll := func() {
		before := p.animation.AppendSnapshot(nil)
		checkJSON(t, p.animation.Explain(p.entity))
		for _, joint := range []string{"root", "head", "right_hand"} {
			if _, err := json.Marshal(p.animation.ExplainJoint(p.entity, joint)); err != nil {
				t.Fatal(err)
			}
		}
		if after := p.animation.AppendSnapshot(nil); string(before) != string(after) {
			t.Fatal("explaining changed the state")
		}
	}
	explainAll()
	for _, motion := range []string{"run", "walk", "idle"} {
		p.must(p.player.CrossFade(p.model.Clip(motion), 0.2, systems.WithInertialization()))
		explainAll()
		p.update(1.0/60, 3)
		explainAll()
	}
	snapshot := p.animation.AppendSnapshot(nil)
	next := func(explains bool) string {
		p.must(p.animation.Restore(snapshot))
		if explains {
			explainAll()
		}
		p.update(1.0/60, 5)
		return string(p.animation.AppendSnapshot(nil)) + fmt.Sprint(p.animation.Palette(p.entity, p.model.Skins[0]))
	}
	if next(false) != next(true) {
		t.Error("explaining between a restored snapshot and a frame changed what follows")
	}
}

// Components of any numbers are explained, and encode as JSON.
func TestExplainGarbage(t *testing.T) {
	p := newPatient(t)
	p.look()
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	of[components.Transform](p).Matrix[5] = nan
	of[components.Layers](p).Count = 100
	of[components.Layers](p).First = components.Layer{
		Weight: nan, Rate: inf, TimeScale: nan, Sync: 200, Mask: 77,
		Blend: 9,
	}
	of[components.Modifiers](p).First = components.Goal{Weight: inf, Space: 99, Position: mgl32.Vec3{nan, inf}}
	*of[components.BlendState](p) = components.BlendState{Count: 100, Elapsed: math.Inf(1), Curve: 1234}
	playback := p.player.Playback()
	playback.Time, playback.Speed, playback.Mode, playback.X = math.NaN(), nan, 77, inf
	of[components.Controller](p).Layers[0] = components.ControllerLayer{State: -5, Transition: 99, Found: 99}
	of[components.Inertialization](p).Phase = 99
	of[components.LevelOfDetail](p).Level = 200
	checkJSON(t, p.animation.Explain(p.entity))
	p.update(1.0/60, 1)
	character := p.animation.Explain(p.entity)
	checkJSON(t, character)
	if !strings.Contains(character.String(), "bad-transform") {
		t.Errorf("expected the finding bad-transform, found\n%s", character)
	}
}

// The shares of clips make the rotation: the mean of their own rotations by the shares is what was
// sampled, and the steps lead from there to what shows.
func TestSharesMakeTheRotation(t *testing.T) {
	p := newPatient(t)
	p.overlay(func(b *rig.MaskBuilder) *rig.MaskBuilder {
		return b.Subtree(0.5, "spine_3").Subtree(1, "right_clavicle")
	})
	p.must(p.player.Layer(1).FadeWeight(0.75, 0))
	p.must(p.player.CrossFade(p.model.Clip("run"), 0.5))
	p.update(1.0/60, 10)
	for _, joint := range []string{"hips", "spine_4", "right_forearm", "left_shin"} {
		got := p.animation.ExplainJoint(p.entity, joint)
		if len(got.Steps) > 0 || len(got.Findings) > 0 {
			t.Errorf("%s: expected no steps and findings, found\n%s", joint, got)
		}
		if got.Clips[2].Layer != 1 || got.Clips[0].Layer != 0 || got.Clips[2].Mask != "arms" {
			t.Errorf("%s: expected the third clip in layer 1 by its mask, found\n%s", joint, got)
		}
		var mean [4]float64
		sum := 0.0
		for _, share := range got.Clips {
			sum += float64(share.Share)
			sign, dot := 1.0, 0.0
			for i := range mean {
				dot += float64(share.Rotation[i]) * float64(got.Rotation[i])
			}
			if dot < 0 {
				sign = -1
			}
			for i := range mean {
				mean[i] += sign * float64(share.Share) * float64(share.Rotation[i])
			}
		}
		length := math.Sqrt(mean[0]*mean[0] + mean[1]*mean[1] + mean[2]*mean[2] + mean[3]*mean[3])
		for i := range mean {
			if off := math.Abs(mean[i]/length - float64(got.Rotation[i])); off > 2e-5 || math.Abs(sum-1) > 1e-6 {
				t.Errorf("%s: expected the mean %v by shares that sum to 1, found %v; the sum is %v", joint, mean,
					got.Rotation, sum)
				break
			}
		}
		pose := rig.NewPose(p.skeleton())
		p.must(p.animation.LocalPose(p.entity, pose))
		if q := pose.Joint(got.Index).Rotation; math.Abs(float64(q.W)-float64(got.Rotation[3])) > 1e-6 {
			t.Errorf("%s: expected the rotation %v that shows, found %v", joint, q, got.Rotation)
		}
	}
}

// What comes after the clips is named, with its weight and the angle by which it turns the joint.
func TestExplainJointNamesSteps(t *testing.T) {
	p := newPatient(t)
	p.look()
	p.must(p.animation.Modifier(p.entity, "look").Aim(mgl32.Vec3{3, 1.6, 0}))
	p.must(p.animation.EnableInertialization(p.entity))
	p.update(1.0/60, 30)
	p.must(p.player.CrossFade(p.model.Clip("dance"), 0.5, systems.WithInertialization()))
	p.must(p.animation.SetLocalPose(p.entity, rig.NewPose(p.skeleton()), 0.5))
	p.update(1.0/60, 4)
	got := p.animation.ExplainJoint(p.entity, "head")
	var names []string
	for _, step := range got.Steps {
		names = append(names, step.System)
		if !(step.Degrees > 0.01 && step.Degrees < 180) {
			t.Errorf("%s: expected an angle, found %v", step.System, step.Degrees)
		}
	}
	if want := []string{"SetLocalPose", "Inertialize", "ModifyPoses"}; !slices.Equal(names, want) {
		t.Fatalf("expected the steps %v, found %v", want, names)
	}
	if of := got.Steps[2].Of; len(of) != 1 || of[0].Name != `solver look at, goal "look"` || of[0].Weight != 1 {
		t.Errorf("expected the solver of the goal, found %v", of)
	}
	if page := got.String(); !strings.Contains(page, "ModifyPoses turns it by") {
		t.Errorf("expected the step on the page, found\n%s", page)
	}
}

func TestExplainJointFindings(t *testing.T) {
	p := newPatient(t)
	for id, joint := range map[string]string{"no-joint": "hed", "not-repeatable": "head"} {
		if id == "not-repeatable" {
			p.must(p.animation.Schedule().InsertBefore(systems.AtLocalToModel, ecs.EachBlock(unrepeatable{})))
			p.update(0, 1)
		}
		got := p.animation.ExplainJoint(p.entity, joint)
		if len(got.Findings) != 1 || got.Findings[0].ID != id || !strings.Contains(got.String(), id) {
			t.Errorf("expected the finding %q, found\n%s", id, got)
		}
	}
	if got := p.animation.ExplainJoint(ecs.Entity{}, "head"); len(got.Findings) != 1 ||
		got.Findings[0].ID != "no-character" {
		t.Errorf("expected no character, found\n%s", got)
	}
	var none *systems.Animation
	if got := none.Explain(p.entity); len(got.Findings) != 1 {
		t.Errorf("expected one finding without an animation, found\n%s", got)
	}
}

// unrepeatable is a block system that is not [ecs.Repeatable].
type unrepeatable struct{}

func (unrepeatable) Name() string { return "Once" }

func (unrepeatable) RunBlock(*ecs.Frame, *ecs.Block) {}

// A skipped character is explained by what it shows, the clips of when it was posed last.
func TestExplainSkippedJoint(t *testing.T) {
	p := newPatient(t)
	of[components.LevelOfDetail](p).Interval = 1
	p.update(1.0/60, 2)
	posed := p.animation.ExplainJoint(p.entity, "head")
	of[components.LevelOfDetail](p).Culled = true
	p.update(1.0/60, 30)
	if skipped := p.animation.ExplainJoint(p.entity, "head"); skipped.String() == "" ||
		skipped.Rotation != posed.Rotation || skipped.Clips[0].Time != posed.Clips[0].Time {
		t.Errorf("expected what shows\n%s, found\n%s", posed, skipped)
	}
	character := p.animation.Explain(p.entity)
	if d := character.Detail; d.Posed || !d.Culled || d.Why == "" {
		t.Errorf("expected a character that is not posed, and why, found\n%s", character)
	}
}

// The page of symptoms names every finding, and shows texts that are found.
func TestTroubleshooting(t *testing.T) {
	probe.Serial(t)
	text, err := os.ReadFile("../docs/troubleshooting.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, id := range append(slices.Sorted(maps.Keys(mistakes)), foundElsewhere...) {
		if !strings.Contains(page, "| `"+id+"` |") {
			t.Errorf("the page does not name the finding %q", id)
		}
	}
	known := regexp.MustCompile("(?m)^\\| `([a-z0-9-]+)` \\|")
	for _, match := range known.FindAllStringSubmatch(page, -1) {
		if mistakes[match[1]] == nil && !slices.Contains(foundElsewhere, match[1]) {
			t.Errorf("the page names the finding %q, which there is not", match[1])
		}
	}
	blocks := regexp.MustCompile("(?s)```text\n(.*?)\n```").FindAllStringSubmatch(page, -1)
	if len(blocks) < 10 {
		t.Errorf("expected at least 10 texts of findings on the page, found %d", len(blocks))
	}
	for _, block := range blocks {
		id, _, _ := strings.Cut(block[1], ":")
		if mistakes[id] == nil {
			t.Errorf("the page shows what nobody finds:\n%s", block[1])
			continue
		}
		p := newPatient(t)
		mistakes[id](p)
		if got := p.find(id).String(); got != block[1] {
			t.Errorf("the page shows\n%s\nfound\n%s", block[1], got)
		}
	}
}

// Each of the four complaints of new users is answered by one call: printed, Explain has the cause
// and the cure, and the page of symptoms tells of both below the complaint.
func TestComplaintsAreAnsweredByOneCall(t *testing.T) {
	probe.Serial(t)
	text, err := os.ReadFile("../docs/troubleshooting.md")
	if err != nil {
		t.Fatal(err)
	}
	nan := float32(math.NaN())
	for _, row := range []struct {
		section string
		mistake func(p *patient)
		finding string // its name, or empty if it is a line of the page that Explain prints
		cause   string
		cure    string
	}{
		{
			"It stands in T-pose", func(p *patient) {
				p.entity, err = p.animation.Spawn(p.model, mgl32.Ident4())
				p.must(err)
				_ = p.animation.Player(p.entity).Play(p.model.Clip("Walk")) // another name, and no look at the error
				p.update(1.0/60, 10)
			},
			"nothing-played", "nothing was played yet, or Play returned an error", "Model.Clip returns 0 for an unknown name",
		},
		{
			"The clip is too fast or too slow", func(p *patient) {
				p.must(p.player.SetSpeed(2))
				p.animation.Clock().Scale = 3
				p.update(1.0/60, 10)
			},
			"too-fast", "6 times as fast: clock 3 · character 1 · layer 1 · playback 2", "set the speed to 1",
		},
		{
			"Feet slide", func(p *patient) {
				for i := range 10 { // moved twice as fast as it walks
					of[components.Transform](p).Matrix = mgl32.Translate3D(0, 0, 2*mannequin.WalkSpeed*float32(i)/60)
					p.update(1.0/60, 1)
				}
			},
			"", "walks on the spot", fmt.Sprintf("the program moves the character by %.4g units", mannequin.WalkSpeed),
		},
		{
			"The mesh explodes", func(p *patient) {
				of[components.Transform](p).Matrix = mgl32.Scale3D(1, nan, 1)
				p.update(1.0/60, 1)
			},
			"bad-transform", "expected finite numbers, found NaN in row 1 of column 1", "such as mgl32.Ident4()",
		},
		{
			"The mesh explodes", mistakes["pose-not-finite"], "pose-not-finite",
			`joint "root": expected finite numbers in the pose`, "check what writes poses: block systems and functions",
		},
	} {
		_, section, found := strings.Cut(string(text), "\n## "+row.section+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		if !found || row.finding != "" && !strings.Contains(section, "`"+row.finding+"`") ||
			row.finding == "" && !strings.Contains(section, row.cause) {
			t.Errorf("below %q the page does not tell of %q %q", row.section, row.finding, row.cause)
		}
		p := newPatient(t)
		row.mistake(p)
		printed := fmt.Sprint(p.animation.Explain(p.entity))
		for _, part := range []string{row.finding, row.cause, row.cure} {
			if !strings.Contains(printed, part) {
				t.Errorf("%s: expected %q, found\n%s", row.section, part, printed)
			}
		}
	}
}
