package gltfio_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/documents"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// beside puts a model file of the shared assets, or the bytes of one, into a folder with a sidecar,
// and returns its path.
func beside(t testing.TB, name string, file []byte, sidecar string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	check(t, os.WriteFile(path, file, 0o600))
	check(t, os.WriteFile(path+".json", []byte(sidecar), 0o600))
	return path
}

// The example says what it says about Khronos' Fox, from disk, with whatever reads the file.
func TestSidecarExample(t *testing.T) {
	example, err := os.ReadFile("testdata/Fox.glb.json")
	check(t, err)
	if err := documents.Validate(t, documents.Schema(t, gltfio.SidecarSchema), string(example)); err != nil {
		t.Error(err)
	}
	fox, err := os.ReadFile(testassets.Path(t, "assets/fox/Fox.glb"))
	check(t, err)
	path := beside(t, "Fox.glb", fox, string(example))
	checkFox := func(name string, lib *assets.Library, skeleton *assets.Skeleton, clips []assets.ClipID) {
		t.Helper()
		if size := skeleton.Size(); !(size > 0.5 && size < 3) && name != "OpenClips" {
			t.Errorf("%s: expected a fox in meters, found one of size %v", name, size)
		}
		survey, walk, run := lib.Clip(clips[0]), lib.Clip(clips[1]), lib.Clip(clips[2])
		if mode, _, ok := survey.PlayMode(); !ok || mode != clip.Once {
			t.Errorf("%s: expected the survey once, found %v, %v", name, mode, ok)
		}
		if mode, limit, _ := run.PlayMode(); mode != clip.Loop || limit != 8 {
			t.Errorf("%s: expected the run in 8 loops, found %v with %d", name, mode, limit)
		}
		if m := walk.Markers(); len(m) != 2 || m[1].Name != "right front foot" || m[1].Text != "step.wav" {
			t.Errorf("%s: expected two steps, found %+v", name, m)
		}
		if run.RootMotion() == nil || walk.RootMotion() != nil {
			t.Errorf("%s: expected root motion of the run alone", name)
		}
	}
	lib := assets.NewLibrary(assets.Exact())
	model, err := gltfio.Open(lib, path)
	check(t, err)
	checkFox("Open", lib, lib.Skeleton(model.Skeleton), model.Clips)
	for name, weights := range map[string][3]float32{"tail": {0, 1, 0}, "not the head": {1, 1, 0}} {
		mask, err := model.FindMask(lib, name)
		check(t, err)
		for i, joint := range []string{"b_Hip_01", "b_Tail03_014", "b_Head_05"} {
			j, err := lib.Skeleton(model.Skeleton).FindJoint(joint)
			check(t, err)
			if got := lib.Mask(mask).Weight(j); got != weights[i] {
				t.Errorf("mask %q: expected the weight %v of %q, found %v", name, weights[i], joint, got)
			}
		}
	}
	small := assets.NewLibrary(assets.Exact())
	server, err := gltfio.Options{SkeletonsOnly: true}.Open(small, path)
	check(t, err)
	checkFox("SkeletonsOnly", small, small.Skeleton(server.Skeleton), server.Clips)
	if len(server.Masks) != 2 || len(server.Parts) != 0 {
		t.Errorf("SkeletonsOnly: expected two masks and no parts, found %d and %d", len(server.Masks), len(server.Parts))
	}
	for i, id := range model.Clips {
		compareClips(t, lib.Clip(id), small.Clip(server.Clips[i]))
	}
	clips, report, err := gltfio.OpenClips(lib, path, model.Skeleton)
	check(t, err)
	if len(report.Warnings) > 0 {
		t.Errorf("expected no warnings, found %q", report.Warnings)
	}
	checkFox("OpenClips", lib, lib.Skeleton(model.Skeleton), clips)
	for i, id := range model.Clips {
		compareClips(t, lib.Clip(id), lib.Clip(clips[i]))
	}
	_, report, err = gltfio.Options{Masks: map[string][]gltfio.MaskStep{"m": {{Invert: true}}}}.OpenClips(lib, path,
		model.Skeleton)
	check(t, err)
	if want := "options: masks, hidden parts and bones are of a model, which is not made; they were " +
		"ignored"; !slices.Contains(report.Warnings, want) {
		t.Errorf("expected the warning %q, found %q", want, report.Warnings)
	}
	raw, err := gltfio.Options{NoSidecar: true}.Open(assets.NewLibrary(assets.Exact()), path)
	check(t, err)
	if raw.Masks != nil {
		t.Error("NoSidecar: expected no masks, found some")
	}
}

// The example of the guide is one that the schema and the reader accept.
func TestSidecarOfTheGuide(t *testing.T) {
	guide, err := os.ReadFile("../../docs/guide.md")
	check(t, err)
	_, after, found := strings.Cut(string(guide), "## Import options")
	_, after, found2 := strings.Cut(after, "```json\n")
	example, _, found3 := strings.Cut(after, "```")
	if !found || !found2 || !found3 {
		t.Fatal("expected an example in JSON among the import options of the guide, found none")
	}
	if err := documents.Validate(t, documents.Schema(t, gltfio.SidecarSchema), example); err != nil {
		t.Error(err)
	}
	if _, err := gltfio.ReadOptions("guide", []byte(example)); err != nil {
		t.Error(err)
	}
}

// compareClips fails the test unless two clips have the same poses, markers, modes and motion.
func compareClips(t testing.TB, a, b *assets.Clip) {
	t.Helper()
	modeA, limitA, okA := a.PlayMode()
	modeB, limitB, okB := b.PlayMode()
	if a.Name() != b.Name() || a.Start() != b.Start() || a.End() != b.End() || modeA != modeB || limitA != limitB || okA != okB {
		t.Fatalf("clip %q (%v s to %v s, %v) differs from %q (%v s to %v s, %v)", a.Name(), a.Start(), a.End(), modeA,
			b.Name(), b.Start(), b.End(), modeB)
	}
	if difference := cmp.Diff(a.Markers(), b.Markers()); difference != "" {
		t.Errorf("clip %q: %s", a.Name(), difference)
	}
	p, q := rig.NewPose(a.Skeleton()), rig.NewPose(b.Skeleton())
	for k := range 7 {
		time := a.Start() + a.Duration()*float64(k)/6
		a.Sample(time, p)
		b.Sample(time, q)
		if !slices.Equal(p.Locals, q.Locals) || !slices.Equal(p.Morphs, q.Morphs) {
			t.Fatalf("clip %q differs at %v s", a.Name(), time)
		}
	}
	if m, n := a.RootMotion(), b.RootMotion(); (m == nil) != (n == nil) || m != nil && m.Total() != n.Total() {
		t.Errorf("clip %q: the root motion differs", a.Name())
	}
}

// The mannequin in a file, with what its code says about it in a sidecar, is the mannequin.
func TestSidecarOfMannequin(t *testing.T) {
	lib := assets.NewLibrary(assets.Exact())
	want, err := mannequin.New(lib)
	check(t, err)
	walk, err := courses.Traveling("walk on", lib.Clip(want.Clip("walk")), mannequin.WalkSpeed, 0.3)
	check(t, err)
	walk, err = clip.ExtractRootMotion(walk, clip.RootMotionOptions{Yaw: true, Translation: clip.AxisX | clip.AxisZ})
	check(t, err)
	modeless := lib.Clip(want.Clip("jump"))
	jump, err := clip.WithPlayMode(lib.Clip(want.Clip("jump")), clip.Hold, 0)
	check(t, err)
	check(t, lib.SetClip(want.Clip("jump"), jump))
	want.SetClips(lib, append(want.Clips, lib.AddClip(walk)))
	bare := assets.NewLibrary(assets.Exact())
	var options gltfio.Options
	options.Clips, options.Bones = map[string]gltfio.ClipOptions{}, map[string]string{}
	plain := &assets.Model{Name: want.Name, Skeleton: bare.AddSkeleton(lib.Skeleton(want.Skeleton))}
	var ids []assets.ClipID
	for _, id := range want.Clips {
		c, said := lib.Clip(id), gltfio.ClipOptions{Markers: lib.Clip(id).Markers(), KeepMotion: true}
		if mode, limit, ok := c.PlayMode(); ok {
			said.PlayMode, said.LoopLimit, c = &mode, limit, modeless
		}
		if motion := c.RootMotion(); motion != nil {
			o := motion.Options()
			o.Joint, o.Number = c.Skeleton().JointName(motion.Joint()), 0
			said.RootMotion, said.KeepMotion, c = &o, false, motion.Source()
		}
		options.Clips[c.Name()] = said
		c, err = clip.WithMarkers(c)
		check(t, err)
		ids = append(ids, bare.AddClip(c))
	}
	plain.SetClips(bare, ids)
	_, err = bare.AddModel(plain)
	check(t, err)
	bones, err := humanoid.Find(lib.Skeleton(want.Skeleton))
	check(t, err)
	for _, m := range bones.Matches() {
		options.Bones[m.Bone] = m.JointName
	}
	var file, sidecar bytes.Buffer
	check(t, gltfio.Write(&file, bare, plain))
	check(t, options.WriteJSON(&sidecar))
	if err := documents.Validate(t, documents.Schema(t, gltfio.SidecarSchema), sidecar.String()); err != nil {
		t.Errorf("%v\n%s", err, sidecar.String())
	}
	read := assets.NewLibrary(assets.Exact())
	model, err := gltfio.Open(read, beside(t, "mannequin.glb", file.Bytes(), sidecar.String()))
	check(t, err)
	if len(model.Clips) != len(want.Clips) {
		t.Fatalf("expected %d clips, found %d", len(want.Clips), len(model.Clips))
	}
	moving := 0
	for i, id := range want.Clips {
		compareClips(t, lib.Clip(id), read.Clip(model.Clips[i]))
		if lib.Clip(id).RootMotion() != nil {
			moving++
		}
	}
	if moving == 0 || len(model.Bones) < 15 || model.Bones["left hand"] == "" {
		t.Errorf("expected clips that move and the bones of a humanoid, found %d and %v", moving, model.Bones)
	}
	if len(model.Warnings) > 0 {
		t.Errorf("expected no warnings, found %q", model.Warnings)
	}
}

// A sidecar that is too large, or that leads out of the folder of its file, is an error.
func TestSidecarsFromStrangers(t *testing.T) {
	file := variant(t, func([]rig.Joint) {})
	open := func(path string) error {
		lib := assets.NewLibrary(assets.Exact())
		_, err := gltfio.Open(lib, path)
		var wrong *gltfio.Error
		if err != nil && (!errors.As(err, &wrong) || wrong.File != path || lib.Count() != (assets.Count{})) {
			t.Errorf("expected an *Error of the file and an empty library, found %v and %+v", err, lib.Count())
		}
		return err
	}
	large := beside(t, "hero.glb", file, "{"+strings.Repeat(" ", 4<<20)+"}")
	if err := open(large); err == nil || !strings.Contains(err.Error(), "hero.glb.json: ") ||
		!strings.Contains(err.Error(), "4194304") {
		t.Errorf("too large: expected an error with the limit, found %v", err)
	}
	if _, err := gltfio.ReadOptions("hero.glb.json", make([]byte, 4<<20+1)); err == nil ||
		!strings.Contains(err.Error(), "expected a document of at most 4194304 bytes, found 4194305") {
		t.Errorf("too large: found %v", err)
	}
	if runtime.GOOS == "windows" {
		t.Skip("no symbolic link can be made, which Windows allows in its developer mode")
	}
	outside := filepath.Join(t.TempDir(), "outside.json")
	check(t, os.WriteFile(outside, []byte(`{"scale": 2}`), 0o600))
	path := beside(t, "hero.glb", file, "")
	check(t, os.Remove(path+".json"))
	check(t, os.Symlink(outside, path+".json"))
	if err := open(path); err == nil || !strings.Contains(err.Error(), "hero.glb.json: ") {
		t.Errorf("a link out of the folder: expected an error, found %v", err)
	}
	check(t, os.Remove(path+".json"))
	check(t, os.WriteFile(filepath.Join(filepath.Dir(path), "inside.json"), []byte(`{"masks": {"m": {"invert": true}}}`),
		0o600))
	check(t, os.Symlink("inside.json", path+".json"))
	if model, err := gltfio.Open(assets.NewLibrary(assets.Exact()), path); err != nil || len(model.Masks) != 1 {
		t.Errorf("a link inside the folder: expected a mask, found %v", err)
	}
	check(t, os.Remove(path+".json"))
	check(t, os.Symlink("nowhere.json", path+".json"))
	if err := open(path); err == nil || !strings.Contains(err.Error(), "hero.glb.json: ") {
		t.Errorf("a link to nowhere: expected an error, found %v", err)
	}
}

// randomOptions returns options of every kind that a sidecar holds.
func randomOptions(random *rand.Rand) (o gltfio.Options) {
	some := func(n int) bool { return random.IntN(n) == 0 }
	name := func() string { return fmt.Sprintf("name %d <&> \"é\u2028", random.IntN(9)) }
	rootMotion := func() *clip.RootMotionOptions {
		m := &clip.RootMotionOptions{
			Translation: clip.Axes(random.IntN(8)), Yaw: some(2), Up: clip.UpAxis(random.IntN(2)), Steady: some(2),
			Tolerance: float64(random.IntN(2)) * random.Float64(), AllowStill: some(2),
		}
		if some(2) {
			m.Joint = name()
		}
		return m
	}
	switch random.IntN(3) {
	case 0:
		o.Scale = math.Exp(random.NormFloat64() * 5)
	case 1:
		o.Meters = true
	}
	if some(2) {
		o.RootMotion = rootMotion()
	}
	for range random.IntN(4) {
		var c gltfio.ClipOptions
		switch random.IntN(3) {
		case 0:
			c.RootMotion = rootMotion()
		case 1:
			c.KeepMotion = true
		}
		if some(2) {
			c.PlayMode = new(clip.PlayMode(random.IntN(4)))
			if *c.PlayMode == clip.Loop || *c.PlayMode == clip.PingPong {
				c.LoopLimit = random.Uint32() >> random.IntN(33)
			}
		}
		if some(2) {
			c.Markers = []clip.Marker{}
			for range random.IntN(3) {
				c.Markers = append(c.Markers, clip.Marker{
					Name: name(), Time: random.NormFloat64(), Number: random.NormFloat64() * 1e9, MinWeight: random.Float32(),
				})
			}
		}
		if o.Clips == nil {
			o.Clips = map[string]gltfio.ClipOptions{}
		}
		o.Clips[name()] = c
	}
	if some(2) {
		o.HiddenParts = []string{}
		for range random.IntN(3) {
			o.HiddenParts = append(o.HiddenParts, name())
		}
	}
	for range random.IntN(4) {
		steps := []gltfio.MaskStep{}
		for range random.IntN(4) {
			s := gltfio.MaskStep{Invert: some(2)}
			switch random.IntN(4) {
			case 0:
				s.Root, s.Weight = name(), new(random.Float32())
			case 1:
				s.Root, s.Feather = name(), 1+random.IntN(5)
			case 2:
				if s.Joints = []string{name()}; random.IntN(2) == 0 {
					s.Weight = new(float32(0))
				}
			default:
				s.Invert = true
			}
			steps = append(steps, s)
		}
		if o.Masks == nil {
			o.Masks = map[string][]gltfio.MaskStep{}
		}
		o.Masks[name()] = steps
	}
	for _, bone := range humanoid.BoneNames() {
		if some(10) {
			if o.Bones == nil {
				o.Bones = map[string]string{}
			}
			o.Bones[bone] = name()
		}
	}
	return o
}

// What WriteJSON writes, the schema accepts and ReadOptions reads as it was.
func TestWriteSidecar(t *testing.T) {
	schema, random := documents.Schema(t, gltfio.SidecarSchema), rand.New(rand.NewPCG(7, 22))
	for range 500 {
		want := randomOptions(random)
		var out bytes.Buffer
		check(t, want.WriteJSON(&out))
		if err := documents.Validate(t, schema, out.String()); err != nil {
			t.Fatalf("the schema rejects\n%s\n%v", out.String(), err)
		}
		got, err := gltfio.ReadOptions("written", out.Bytes())
		check(t, err)
		if difference := cmp.Diff(want, got, cmpopts.IgnoreUnexported(gltfio.Options{})); difference != "" {
			t.Fatalf("%s\n%s", out.String(), difference)
		}
	}
	for _, row := range []struct {
		options gltfio.Options
		want    string
	}{
		{gltfio.Options{Scale: math.NaN()}, "options: scale: expected a finite number above 0, found NaN"},
		{
			gltfio.Options{RootMotion: &clip.RootMotionOptions{Number: 3}},
			"options: rootMotion.joint: expected a joint by its name, found the number 3",
		},
		{
			gltfio.Options{RootMotion: &clip.RootMotionOptions{Up: 2}},
			"options: rootMotion.up: expected Y or Z up, found the axis 2",
		},
		{
			gltfio.Options{RootMotion: &clip.RootMotionOptions{Translation: 8}},
			"options: rootMotion.axes: expected a sum of axes X, Y and Z",
		},
		{
			gltfio.Options{RootMotion: &clip.RootMotionOptions{Tolerance: -1}},
			"options: rootMotion.tolerance: expected a finite number of at least 0, found -1",
		},
		{
			gltfio.Options{Clips: map[string]gltfio.ClipOptions{"a": {Markers: []clip.Marker{{Name: "m", Time: math.Inf(1)}}}}},
			"options: clips.a.markers[0].time: expected a finite number, found +Inf",
		},
		{
			gltfio.Options{Clips: map[string]gltfio.ClipOptions{"a": {LoopLimit: 2}}},
			`clips.a.loopLimit: expected it with the "playMode" "loop" or "ping-pong"`,
		},
		{
			gltfio.Options{Clips: map[string]gltfio.ClipOptions{"a": {PlayMode: new(clip.PlayMode(9))}}},
			"clips.a.playMode: expected one of once, loop, ping-pong, hold",
		},
		{
			gltfio.Options{Masks: map[string][]gltfio.MaskStep{"m": {{Root: "a", Weight: new(float32(2))}}}},
			"options: masks.m[0].weight: expected a number from 0 to 1, found 2",
		},
		{
			gltfio.Options{Masks: map[string][]gltfio.MaskStep{"m": {{Invert: true, Weight: new(float32(1))}}}},
			"options: masks.m[0].weight: expected it with a root or joints, found it alone",
		},
		{gltfio.Options{Bones: map[string]string{"left hnd": "a"}}, `did you mean "left hand"`},
	} {
		var out bytes.Buffer
		if err := row.options.WriteJSON(&out); err == nil || !strings.Contains(err.Error(), row.want) || out.Len() > 0 {
			t.Errorf("expected %q and nothing written, found %v and %q", row.want, err, out.String())
		}
	}
}

// The schema rejects what ReadOptions rejects, and accepts what it accepts.
func TestSidecarSchema(t *testing.T) {
	schema := documents.Schema(t, gltfio.SidecarSchema)
	for document, ok := range map[string]bool{
		`{}`: true, `[]`: false, `null`: false, `{"$schema": "x"}`: true, `{"$schema": 1}`: false, `{"extra": 1}`: false,
		`{"scale": 1e-3}`: true, `{"scale": 0}`: false, `{"scale": -1}`: false, `{"scale": "feet"}`: false, `{"scale": "meters"}`: true,
		`{"rootMotion": true}`: true, `{"rootMotion": {}}`: true, `{"rootMotion": 1}`: false, `{"rootMotion": null}`: false,
		`{"rootMotion": {"axes": ""}}`: false, `{"rootMotion": {"axes": "", "yaw": true}}`: true,
		`{"rootMotion": {"axes": "zxy", "up": "z", "steady": true, "tolerance": 0, "allowStill": false}}`: true,
		`{"rootMotion": {"axes": "xx"}}`: false, `{"rootMotion": {"axes": "w"}}`: false, `{"rootMotion": {"up": "x"}}`: false,
		`{"rootMotion": {"tolerance": -1}}`: false, `{"rootMotion": {"joint": 1}}`: false, `{"rootMotion": {"number": 1}}`: false,
		`{"clips": {"": {}}}`: false, `{"clips": {"a": {}}}`: true, `{"clips": []}`: false, `{"clips": {"a": 1}}`: false,
		`{"clips": {"` + strings.Repeat("é", 256) + `": {}}}`: true, `{"clips": {"` + strings.Repeat("é",
			257) + `": {}}}`: false,
		`{"clips": {"a": {"playMode": "hold"}}}`: true, `{"clips": {"a": {"playMode": "Loop"}}}`: false,
		`{"clips": {"a": {"loopLimit": 0}}}`: true, `{"clips": {"a": {"loopLimit": 1}}}`: false,
		`{"clips": {"a": {"loopLimit": 3, "playMode": "loop"}}}`: true, `{"clips": {"a": {"loopLimit": 3, "playMode": "once"}}}`: false,
		`{"clips": {"a": {"loopLimit": 4294967295, "playMode": "ping-pong"}}}`: true,
		`{"clips": {"a": {"loopLimit": 4294967296, "playMode": "ping-pong"}}}`: false,
		`{"clips": {"a": {"loopLimit": 1.5, "playMode": "loop"}}}`:             false,
		`{"clips": {"a": {"loopLimit": -1, "playMode": "loop"}}}`:              false,
		`{"clips": {"a": {"markers": []}}}`:                                    true, `{"clips": {"a": {"markers": {}}}}`: false,
		`{"clips": {"a": {"markers": [{"name": "m", "time": 1, "text": "", "number": -1, "minWeight": 0.5}]}}}`: true,
		`{"clips": {"a": {"markers": [{"name": "m"}]}}}`:                                                        false, `{"clips": {"a": {"markers": [{"time": 1}]}}}`: false,
		`{"clips": {"a": {"markers": [{"name": "m", "time": "1"}]}}}`: false, `{"clips": {"a": {"markers": [{"name": "m", "time": 1, "x": 1}]}}}`: false,
		`{"hiddenParts": []}`: true, `{"hiddenParts": ["a"]}`: true, `{"hiddenParts": "a"}`: false, `{"hiddenParts": [1]}`: false,
		`{"masks": {"m": []}}`: true, `{"masks": {"m": {}}}`: false, `{"masks": {"m": [{}]}}`: false, `{"masks": {"": []}}`: false,
		`{"masks": {"m": {"invert": true}}}`: true, `{"masks": {"m": {"invert": false}}}`: false,
		`{"masks": {"m": {"root": "a"}}}`: true, `{"masks": {"m": {"root": ""}}}`: false,
		`{"masks": {"m": {"root": "a", "feather": 2, "invert": true}}}`: true, `{"masks": {"m": {"root": "a", "feather": 2, "weight": 1}}}`: false,
		`{"masks": {"m": {"root": "a", "weight": 1.5}}}`: false, `{"masks": {"m": {"root": "a", "feather": 32769}}}`: false,
		`{"masks": {"m": {"root": "a", "feather": 0.5}}}`: false, `{"masks": {"m": {"root": "a", "joints": []}}}`: false,
		`{"masks": {"m": {"joints": ["a"], "weight": 0.5}}}`: true, `{"masks": {"m": {"joints": ["a"], "feather": 1}}}`: false,
		`{"masks": {"m": {"invert": true, "weight": 0.5}}}`: false, `{"masks": {"m": {"invert": true, "feather": 1}}}`: false,
		`{"bones": {"head": "a", "jaw": ""}}`: true, `{"bones": {"head": null}}`: false, `{"bones": {"": "a"}}`: false,
	} {
		if err := documents.Validate(t, schema, document); (err == nil) != ok {
			t.Errorf("%s: expected acceptance by the schema %v, found %v", document, ok, err)
		}
		if _, err := gltfio.ReadOptions("document", []byte(document)); (err == nil) != ok {
			t.Errorf("%s: expected acceptance by ReadOptions %v, found %v", document, ok, err)
		}
	}
}

// Every field that a sidecar says has a member in the schema by the name of the field.
func TestSidecarSchemaHasTheFields(t *testing.T) {
	for _, row := range []struct {
		value any
		skip  []string
	}{
		{gltfio.ClipOptions{}, []string{"KeepMotion"}},
		{gltfio.MaskStep{}, nil},
		{clip.Marker{}, nil},
		{clip.RootMotionOptions{}, []string{"Number", "Translation"}},
	} {
		for field := range reflect.TypeOf(row.value).Fields() {
			member := `"` + strings.ToLower(field.Name[:1]) + field.Name[1:] + `":`
			if !slices.Contains(row.skip, field.Name) && !strings.Contains(gltfio.SidecarSchema, member) {
				t.Errorf("%T: expected the member %s of the schema, found none", row.value, member)
			}
		}
	}
}
