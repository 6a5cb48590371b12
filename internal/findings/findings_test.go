package findings_test

import (
	"encoding/base64"
	"encoding/binary"
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

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/findings"
)

// patient is a mannequin in a library, to which a mistake is added.
type patient struct {
	*testing.T
	library  *assets.Library
	model    *assets.Model
	skeleton *assets.Skeleton
}

func newPatient(t *testing.T) *patient {
	t.Helper()
	p := &patient{T: t, library: assets.NewLibrary(assets.Exact())}
	var err error
	p.model, err = mannequin.New(p.library)
	p.must(err)
	p.skeleton = p.library.Skeleton(p.model.Skeleton)
	p.play("idle")
	return p
}

func (p *patient) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// play leaves the model only some of its clips.
func (p *patient) play(names ...string) {
	var clips []assets.ClipID
	for _, name := range names {
		id := p.library.ClipsNamed(name)
		clips = append(clips, id[0])
	}
	p.model.SetClips(p.library, clips)
}

// add adds a clip, and leaves the model that alone.
func (p *patient) add(c *assets.Clip, err error) {
	p.must(err)
	p.model.SetClips(p.library, []assets.ClipID{p.library.AddClip(c)})
}

// rerig gives the model another skeleton without skins, whose joints change makes of its own.
func (p *patient) rerig(change func(j *rig.Joint, index int)) {
	joints := make([]rig.Joint, p.skeleton.Len())
	for j := range joints {
		joints[j] = rig.Joint{Name: p.skeleton.JointName(j), Parent: p.skeleton.Parent(j), Rest: p.skeleton.Rest(j)}
		change(&joints[j], j)
	}
	skeleton, err := rig.NewSkeleton("other", joints, nil)
	p.must(err)
	p.model = &assets.Model{Name: "other", Skeleton: p.library.AddSkeleton(skeleton)}
	_, err = p.library.AddModel(p.model)
	p.must(err)
}

// mistakes are what files do wrong, by the findings that tell of them.
var mistakes = map[string]func(p *patient){
	"units": func(p *patient) {
		p.rerig(func(j *rig.Joint, _ int) { j.Rest.Translation = j.Rest.Translation.Mul(100) })
	},
	"scale": func(p *patient) {
		p.rerig(func(j *rig.Joint, i int) {
			if i == 0 {
				j.Rest.Scale = mgl32.Vec3{0.5, 0.5, 0.5}
			}
		})
	},
	"rest-pose": func(p *patient) {
		binds := rig.NewPose(p.skeleton)
		arm, err := p.skeleton.FindJoint("left_upper_arm")
		p.must(err)
		raised := binds.Joint(arm)
		raised.Rotation = mgl32.QuatRotate(1, mgl32.Vec3{1, 0, 0}).Mul(raised.Rotation)
		binds.SetJoint(arm, raised)
		models := binds.ModelMatrices(nil)
		all, inverses := make([]int, p.skeleton.Len()), make([]mgl32.Mat4, p.skeleton.Len())
		for j := range all {
			all[j] = p.skeleton.Source(j)
			inverse, ok := rig.MatrixAt(models, j).Inverse()
			if !ok {
				p.Fatal("a joint is flat")
			}
			inverses[j] = inverse.Mat4()
		}
		skin, err := rig.NewSkin("bound elsewhere", p.skeleton, all, inverses)
		p.must(err)
		p.model.Skins = []assets.SkinID{p.library.AddSkin(skin)}
	},
	"influences": func(p *patient) { p.model = p.open(manyInfluences()) },
	"keys-jump": func(p *patient) {
		turned := mgl32.QuatRotate(3, mgl32.Vec3{0, 1, 0})
		p.add(clip.NewBuilder("flips", p.skeleton).Rotation(8, clip.Linear, []float32{0, 1.0 / 30, 1},
			[]mgl32.Quat{mgl32.QuatIdent(), turned, turned}).Build())
	},
	"root-motion-left": func(p *patient) {
		p.add(courses.Traveling("goes", p.library.Clip(p.library.ClipsNamed("walk")[0]), mannequin.WalkSpeed, 0))
	},
	"no-root-motion": func(p *patient) { p.play("walk") },
	"feet-slide": func(p *patient) {
		// The root goes to and fro below feet that stand.
		idle := p.library.Clip(p.library.ClipsNamed("idle")[0])
		var times []float32
		var places []mgl32.Vec3
		for i := range 41 {
			times, places = append(times, float32(i)/20), append(places, mgl32.Vec3{float32(i%2) * 0.2, 0, 0})
		}
		b := clip.NewBuilder("slides", p.skeleton)
		for _, t := range idle.Tracks() {
			if t.Property == clip.Rotation && t.Track.IsQuaternion() {
				var keys []mgl32.Quat
				for v := t.Track.Values(); len(v) >= 4; v = v[4:] {
					keys = append(keys, mgl32.Quat{V: mgl32.Vec3{v[0], v[1], v[2]}, W: v[3]})
				}
				if len(keys) == len(t.Track.Times()) {
					b.Rotation(t.Joint, clip.Linear, t.Track.Times(), keys)
				}
			}
		}
		p.add(b.Translation(0, clip.Linear, times, places).Build())
	},
	"unmoved-joints": func(p *patient) {
		p.add(clip.NewBuilder("nod", p.skeleton).Rotation(8, clip.Linear, []float32{0, 1},
			[]mgl32.Quat{mgl32.QuatIdent(), mgl32.QuatIdent()}).Build())
	},
}

// open reads a glTF file.
func (p *patient) open(text string) *assets.Model {
	file := filepath.Join(p.TempDir(), "file.gltf")
	p.must(os.WriteFile(file, []byte(text), 0o644))
	model, err := gltfio.Options{Scale: 1}.Open(p.library, file)
	p.must(err)
	return model
}

// manyInfluences returns a glTF file with a triangle that 12 joints move.
func manyInfluences() string {
	const joints = 12
	var data []byte
	var views, accessors, attributes []string
	add := func(name string, kind int, form string, part []byte) {
		views = append(views, fmt.Sprintf(`{"buffer": 0, "byteOffset": %d, "byteLength": %d}`, len(data), len(part)))
		limits := ""
		if name == "POSITION" {
			limits = `, "min": [0, 0, 0], "max": [1, 1, 0]`
		}
		accessors = append(accessors, fmt.Sprintf(`{"bufferView": %d, "componentType": %d, "count": 3, "type": %q%s}`,
			len(views)-1, kind, form, limits))
		attributes = append(attributes, fmt.Sprintf(`%q: %d`, name, len(accessors)-1))
		data = append(data, part...)
	}
	floats := func(list ...float32) (b []byte) {
		for _, v := range list {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
		}
		return b
	}
	add("POSITION", 5126, "VEC3", floats(0, 0, 0, 1, 0, 0, 0, 1, 0))
	for set := range joints / 4 {
		var indices []byte
		var weights []float32
		for range 3 {
			for k := range 4 {
				indices, weights = append(indices, byte(4*set+k)), append(weights, 1.0/joints)
			}
		}
		add(fmt.Sprintf("JOINTS_%d", set), 5121, "VEC4", indices)
		add(fmt.Sprintf("WEIGHTS_%d", set), 5126, "VEC4", floats(weights...))
	}
	var nodes, list []string
	for j := range joints {
		nodes, list = append(nodes, fmt.Sprintf(`{"name": "joint %d", "translation": [0, 0.1, 0]}`, j)), append(list,
			fmt.Sprint(j))
	}
	nodes = append(nodes, `{"mesh": 0, "skin": 0}`)
	return fmt.Sprintf(`{"asset": {"version": "2.0"},
		"buffers": [{"byteLength": %d, "uri": "data:application/octet-stream;base64,%s"}],
		"bufferViews": [%s], "accessors": [%s], "meshes": [{"primitives": [{"attributes": {%s}}]}],
		"skins": [{"joints": [%s]}], "nodes": [%s]}`, len(data), base64.StdEncoding.EncodeToString(data),
		strings.Join(views, ","), strings.Join(accessors, ","), strings.Join(attributes, ","), strings.Join(list, ","),
		strings.Join(nodes, ","))
}

func (p *patient) finds(id string) bool {
	for _, f := range findings.Of(p.library, p.model) {
		if f.ID == id && f.Text != "" && f.Cure != "" {
			return true
		}
	}
	return false
}

// Each finding is what a file has that makes the mistake, and a healthy file does not have it.
func TestFindings(t *testing.T) {
	for _, id := range slices.Sorted(maps.Keys(mistakes)) {
		t.Run(id, func(t *testing.T) {
			p := newPatient(t)
			if id != "unmoved-joints" && p.finds(id) { // the idle clip leaves fingers alone
				t.Error("a healthy file has the finding")
			}
			mistakes[id](p)
			if !p.finds(id) {
				t.Errorf("expected the finding, found %v", findings.Of(p.library, p.model))
			}
		})
	}
}

// Every finding in the code has a mistake in the test.
func TestEveryFindingHasAMistake(t *testing.T) {
	inCode := map[string]bool{}
	for _, file := range []string{"findings.go", "ground.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`c\.find\("([a-z-]+)"`).FindAllStringSubmatch(string(text), -1) {
			inCode[match[1]] = true
		}
	}
	if code, tested := slices.Sorted(maps.Keys(inCode)), slices.Sorted(maps.Keys(mistakes)); !slices.Equal(code,
		tested) {
		t.Errorf("expected mistakes for %v, found %v", code, tested)
	}
	if listed := slices.Sorted(slices.Values(findings.IDs)); !slices.Equal(listed, slices.Sorted(maps.Keys(inCode))) {
		t.Errorf("expected the findings of the code in the list, found %v", listed)
	}
}

// The clips of the mannequin have the findings that they are made for, and no others.
func TestMannequin(t *testing.T) {
	p := newPatient(t)
	var ids []string
	p.play("idle", "walk", "run", "dance", "wave")
	for _, f := range findings.Of(p.library, p.model) {
		ids = append(ids, f.ID+" "+f.Where)
	}
	want := []string{`no-root-motion clip "walk"`, `no-root-motion clip "run"`, "unmoved-joints "}
	if !slices.Equal(ids, want) {
		t.Errorf("expected %q, found %q", want, ids)
	}
}

// Lengths of keys are in the units of the joint above, which may be scaled.
func TestKeysBelowAScaledJoint(t *testing.T) {
	p := newPatient(t)
	p.rerig(func(j *rig.Joint, i int) {
		if i == 0 {
			j.Rest.Scale = mgl32.Vec3{0.01, 0.01, 0.01}
		} else if j.Parent == 0 {
			j.Rest.Translation = j.Rest.Translation.Mul(100)
		}
	})
	for distance, want := range map[float32]bool{5: false, 200: true} {
		p.add(clip.NewBuilder("moves", p.library.Skeleton(p.model.Skeleton)).Translation(1, clip.Linear, []float32{
			0,
			1.0 / 30,
		},
			[]mgl32.Vec3{{}, {distance, 0, 0}}).Build())
		if got := p.finds("keys-jump"); got != want {
			t.Errorf("a step of %v cm: expected %v, found %v", distance, want, got)
		}
	}
}

// The page of symptoms names every finding of files, and no others.
func TestTroubleshooting(t *testing.T) {
	text, err := os.ReadFile("../../docs/troubleshooting.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, match := range regexp.MustCompile("\\| `([a-z-]+)` \\(\\*file\\*\\)").FindAllStringSubmatch(string(text),
		-1) {
		named[match[1]] = true
	}
	if page, known := slices.Sorted(maps.Keys(named)), slices.Sorted(maps.Keys(mistakes)); !slices.Equal(page, known) {
		t.Errorf("expected %v on the page, found %v", known, page)
	}
}
