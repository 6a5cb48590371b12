package mcap_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/mcap"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

// frames is how many frames a game plays, and gone the first one without its second character.
// mannequinHeight is at least the height of the mannequin, in meters.
const mannequinHeight = 1.8

const (
	frames = 60 // more than a chunk
	gone   = 30
)

// game is a world in which a guard walks and then runs, and another one stands beside it at twice
// the size, in T-pose, until it leaves.
type game struct {
	world     ecs.World
	animation *systems.Animation
	model     *assets.Model
	tape      *rewind.Tape
	guard     ecs.Entity
	other     ecs.Entity
}

func newGame(t *testing.T) *game {
	t.Helper()
	g := &game{world: ecs.NewWorld()}
	library := assets.NewLibrary(assets.Exact())
	var err error
	check(t, func() error { g.model, err = mannequin.New(library); return err }())
	check(t, func() error { g.animation, err = systems.NewAnimation(&g.world, library); return err }())
	t.Cleanup(g.animation.Close)
	session, err := rollback.NewSession(g.animation)
	check(t, err)
	g.tape, err = rewind.New(session, rewind.Options{})
	check(t, err)
	g.guard, err = g.animation.Spawn(g.model, mgl32.Translate3D(1, 0, 2).Mul4(mgl32.HomogRotate3DY(0.5)))
	check(t, err)
	g.other, err = g.animation.Spawn(g.model, mgl32.Translate3D(-1, 0, 0).Mul4(mgl32.Scale3D(2, 2, 2)))
	check(t, err)
	check(t, g.animation.Player(g.guard).Play(g.model.Clip("walk")))
	return g
}

// run plays a frame.
func (g *game) run(t *testing.T, frame int) {
	t.Helper()
	if frame == 15 {
		check(t, g.animation.Player(g.guard).CrossFade(g.model.Clip("run"), 0.2))
	}
	if frame == gone {
		g.world.RemoveEntity(g.other)
	}
	check(t, g.tape.Run(nil, 1.0/60))
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A file of a world that runs equals that of its tape, but for what a tape cannot know.
func TestWriterAndTapeWriteTheSame(t *testing.T) {
	g := newGame(t)
	var live, taped bytes.Buffer
	w, err := mcap.NewWriter(&live, g.animation, mcap.Options{Begin: 5})
	check(t, err)
	for frame := range frames {
		g.run(t, frame)
		seconds := 1.0 / 60
		if frame == 0 {
			seconds = 0 // the file of a tape begins with its first frame
		}
		check(t, w.Frame(seconds))
	}
	check(t, w.Close())
	before := g.animation.AppendSnapshot(nil)
	check(t, mcap.WriteTape(&taped, g.tape, mcap.Options{Begin: 5}))
	if !bytes.Equal(live.Bytes(), taped.Bytes()) {
		t.Errorf("expected the same bytes, found %d and %d that differ", live.Len(), taped.Len())
	}
	if !bytes.Equal(before, g.animation.AppendSnapshot(nil)) {
		t.Error("the world is another one after its tape was written")
	}
}

// message is a message as an independent reader has it, with the fields of all schemas.
type message struct {
	Topic    string `json:"topic"`
	Schema   string `json:"schema"`
	Sequence int    `json:"sequence"`
	Time     int64  `json:"time,string"`
	Message  struct {
		Transforms []struct {
			Timestamp   stamp      `json:"timestamp"`
			Parent      string     `json:"parent_frame_id"`
			Child       string     `json:"child_frame_id"`
			Translation vector     `json:"translation"`
			Rotation    quaternion `json:"rotation"`
		} `json:"transforms"`
		Deletions []struct {
			Type string `json:"type"`
			ID   string `json:"id"`
		} `json:"deletions"`
		Entities []struct {
			Frame    string `json:"frame_id"`
			ID       string `json:"id"`
			Metadata []struct {
				Key   string `json:"key"`
				Value string `json:"value"`
			} `json:"metadata"`
			Lines []struct {
				Type      string   `json:"type"`
				Thickness float64  `json:"thickness"`
				Points    []vector `json:"points"`
			} `json:"lines"`
			Texts []struct {
				Text      string `json:"text"`
				Billboard bool   `json:"billboard"`
			} `json:"texts"`
		} `json:"entities"`
		Stride int `json:"point_stride"`
		Fields []struct {
			Name   string `json:"name"`
			Offset int    `json:"offset"`
			Type   string `json:"type"`
		} `json:"fields"`
		Data  []byte `json:"data"`
		Frame string `json:"frame_id"`
		Level string `json:"level"`
		Text  string `json:"message"`
		Name  string `json:"name"`
	} `json:"message"`
}

type stamp struct {
	Seconds int64 `json:"seconds,string"`
	Nanos   int64 `json:"nanos"`
}

type vector struct{ X, Y, Z float64 }

type quaternion struct{ X, Y, Z, W float64 }

// read reads a file by an implementation in JavaScript.
func read(t *testing.T, file []byte) (messages []message) {
	t.Helper()
	for _, name := range []string{"@mcap/core", "@mcap/support", "@foxglove/schemas/internal"} {
		if out, err := exec.Command("node", "-e", fmt.Sprintf("require.resolve(%q)", name)).CombinedOutput(); err != nil {
			t.Skipf("%s is not installed: run NODE_PATH=$(.ci/mcap) go test ./systems/mcap (%v %.80s)", name, err, out)
		}
	}
	path := filepath.Join(t.TempDir(), "frames.mcap")
	check(t, os.WriteFile(path, file, 0o600))
	command := exec.Command("node", filepath.Join("testdata", "read.cjs"), path)
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, complaints.Bytes())
	}
	var all struct {
		Messages                         []message
		Indexed, Sought, Chunks, Counted int
		Begin, Middle, End               int64 `json:",string"`
	}
	check(t, json.Unmarshal(out, &all))
	if n := len(all.Messages); n == 0 || all.Indexed != n || all.Counted != n || all.Chunks < 2 ||
		all.Begin != all.Messages[0].Time || all.End != all.Messages[n-1].Time {
		t.Errorf("expected the index to tell of %d messages, found %d, %d in %d chunks from %d to %d", n, all.Indexed, all.Counted,
			all.Chunks, all.Begin, all.End)
	}
	late := 0
	for _, m := range all.Messages {
		if m.Time >= all.Middle {
			late++
		}
	}
	if all.Sought != late || late == 0 {
		t.Errorf("expected %d messages from %d ns on by the index, found %d", late, all.Middle, all.Sought)
	}
	return all.Messages
}

// What another implementation reads from a file is where the joints were, what was played, what
// happened, and who left.
func TestFoxgloveReadsFiles(t *testing.T) {
	g := newGame(t)
	type moment struct {
		joints map[string]mgl32.Vec3
		events []string
	}
	var moments []moment
	for frame := range frames {
		g.run(t, frame)
		now := moment{joints: map[string]mgl32.Vec3{}}
		for _, entity := range []ecs.Entity{g.guard, g.other} {
			if !g.world.Alive(entity) {
				continue
			}
			pool, _ := g.animation.Pool(entity)
			for joint := range pool.Skeleton().Len() {
				m, err := g.animation.JointWorldAt(entity, joint)
				check(t, err)
				now.joints[fmt.Sprintf("%s %d/%s", g.model.Name, entity.ID(), pool.Skeleton().JointName(joint))] = m.Col(3).Vec3()
			}
		}
		for _, e := range g.tape.Events() {
			now.events = append(now.events, rewind.EventOf(g.animation, &e).String())
		}
		moments = append(moments, now)
	}
	var file bytes.Buffer
	check(t, mcap.WriteTape(&file, g.tape, mcap.Options{}))
	guard, other := fmt.Sprintf("%s %d", g.model.Name, g.guard.ID()), fmt.Sprintf("%s %d", g.model.Name, g.other.ID())
	at, joints, counts := -1, 0, map[string]int{}
	var events, warnings, left []string
	worst, farthest := 0.0, 0.0
	var bones []vector // of a frame: both ends of each
	for _, m := range read(t, file.Bytes()) {
		counts[m.Schema]++
		switch m.Schema {
		case "foxglove.FrameTransforms":
			if at >= 0 && !slices.Equal(events, moments[at].events) {
				t.Errorf("frame %d: expected the events %q, found %q", at, moments[at].events, events)
			}
			at, events = at+1, nil
			if want := int64(math.Round(float64(at) / 60 * 1e9)); max(m.Time-want, want-m.Time) > 1 {
				t.Errorf("frame %d: expected the time %d ns, found %d", at, want, m.Time)
			}
			places := map[string]mgl32.Mat4{"": mgl32.Ident4()}
			for _, f := range m.Message.Transforms {
				parent, ok := places[f.Parent]
				if !ok && f.Parent == "world" {
					parent = mgl32.Ident4()
				} else if !ok {
					t.Fatalf("frame %q comes before its parent %q", f.Child, f.Parent)
				}
				if f.Timestamp.Seconds*1e9+f.Timestamp.Nanos != m.Time {
					t.Fatalf("a transform of %v in a message of %d ns", f.Timestamp, m.Time)
				}
				q := mgl32.Quat{W: float32(f.Rotation.W), V: mgl32.Vec3{float32(f.Rotation.X), float32(f.Rotation.Y), float32(f.Rotation.Z)}}
				places[f.Child] = parent.Mul4(mgl32.Translate3D(float32(f.Translation.X), float32(f.Translation.Y),
					float32(f.Translation.Z))).Mul4(q.Mat4())
			}
			up := places["scene"].Mul4x1(mgl32.Vec4{0, 1, 0, 0})
			if up.Sub(mgl32.Vec4{0, 0, 1, 0}).Len() > 1e-6 {
				t.Fatalf("expected the scene's y axis to point up in the world, along z, found %v", up)
			}
			back := places["scene"].Inv()
			joints += len(moments[at].joints)
			for name, want := range moments[at].joints {
				place, ok := places[name]
				if !ok {
					t.Fatalf("frame %d: expected a frame %q, found none", at, name)
				}
				found := back.Mul4(place).Col(3).Vec3()
				worst, farthest = max(worst, float64(found.Sub(want).Len())), max(farthest, float64(want.Len()))
			}
			if _, ok := places[other]; ok != (at < gone) {
				t.Errorf("frame %d: the second character is there: %v", at, ok)
			}
		case "foxglove.SceneUpdate":
			for _, d := range m.Message.Deletions {
				left = append(left, fmt.Sprintf("%s %s in frame %d", d.Type, d.ID, at))
			}
			if want := map[bool]int{true: 2, false: 1}[at < gone]; len(m.Message.Entities) != want {
				t.Fatalf("frame %d: expected %d characters, found %d", at, want, len(m.Message.Entities))
			}
			e := m.Message.Entities[0]
			plays := ""
			for _, pair := range e.Metadata {
				if pair.Key == "layer 0 plays" {
					plays, _, _ = strings.Cut(pair.Value, " at")
				}
			}
			want := "walk"
			if at >= 15 {
				want = "run"
			}
			if e.ID != guard || e.Frame != "scene" || plays != want || e.Lines[0].Type != "LINE_LIST" ||
				e.Texts[0].Text != guard || !e.Texts[0].Billboard {
				t.Fatalf("frame %d: expected %q that plays %q, found %+v", at, guard, want, e)
			}
			for i, p := range e.Lines[0].Points { // each bone ends at a joint
				end := mgl32.Vec3{float32(p.X), float32(p.Y), float32(p.Z)}
				near := math.Inf(1)
				for name, joint := range moments[at].joints {
					if strings.HasPrefix(name, guard) {
						near = min(near, float64(joint.Sub(end).Len()))
					}
				}
				if near > 1e-4 {
					t.Fatalf("frame %d: point %d is at %v, where no joint is", at, i, end)
				}
			}
			bones = bones[:0]
			for _, e := range m.Message.Entities {
				bones = append(bones, e.Lines[0].Points...)
			}
		case "foxglove.PointCloud":
			checkCloud(t, &m, bones)
		case "foxglove.Log":
			if m.Message.Level == "INFO" {
				events = append(events, m.Message.Text)
				continue
			}
			line, _, _ := strings.Cut(m.Message.Text, "\n")
			warnings = append(warnings, fmt.Sprintf("%s %s: %s", m.Message.Level, m.Message.Name, line))
		}
	}
	if at != frames-1 || counts["foxglove.SceneUpdate"] != frames || counts["foxglove.PointCloud"] != frames {
		t.Errorf("expected %d frames, found %v", frames, counts)
	}
	if worst > 1e-5*farthest {
		t.Errorf("expected joints where the world has them, found one %g m off", worst)
	}
	if want := []string{fmt.Sprintf("MATCHING_ID %s in frame %d", other, gone)}; !slices.Equal(left, want) {
		t.Errorf("expected that %q, found %q", want, left)
	}
	if !slices.ContainsFunc(warnings, func(s string) bool {
		return strings.HasPrefix(s, "WARNING "+other+": nothing-played: layer 0: ")
	}) {
		t.Errorf("expected a warning that nothing is played, found %q", warnings)
	}
	t.Logf("%d bytes for %d joints in all frames together; joints at most %.2g m off", file.Len(), joints, worst)
}

// checkCloud checks that the points of a PointCloud lie on bones, one after the other from one end to
// the other, and no farther apart than a fiftieth of the height of the larger character.
func checkCloud(t *testing.T, m *message, bones []vector) {
	t.Helper()
	layout := fmt.Sprint(m.Message.Frame, m.Message.Stride, m.Message.Fields)
	if layout != "scene12 [{x 0 FLOAT32} {y 4 FLOAT32} {z 8 FLOAT32}]" {
		t.Fatalf("points are laid out as %s", layout)
	}
	var points []mgl32.Vec3
	for data := m.Message.Data; len(data) >= 12; data = data[12:] {
		var p mgl32.Vec3
		for axis := range p {
			p[axis] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*axis:]))
		}
		points = append(points, p)
	}
	for i := 0; i+1 < len(bones); i += 2 {
		var ends [2]mgl32.Vec3
		for k, v := range bones[i : i+2] {
			ends[k] = mgl32.Vec3{float32(v.X), float32(v.Y), float32(v.Z)}
		}
		at, last := ends[0], false
		for !last && len(points) > 0 {
			step, rest := points[0].Sub(at), ends[1].Sub(at)
			if off := step.Cross(rest.Normalize()).Len(); rest.Len() > 1e-5 && off > 1e-4 || step.Len() > 2*mannequinHeight/50 {
				t.Fatalf("bone %d from %v to %v: after %v comes the point %v", i/2, ends[0], ends[1], at, points[0])
			}
			at, last, points = points[0], points[0].Sub(ends[1]).Len() < 1e-5, points[1:]
		}
		if !last {
			t.Fatalf("bone %d from %v to %v ends at %v", i/2, ends[0], ends[1], at)
		}
	}
	if len(bones) == 0 || len(points) > 0 {
		t.Fatalf("%d points on none of %d bones", len(points), len(bones)/2)
	}
}

// broken is a writer that fails after some bytes.
type broken struct{ left int }

var errBroken = errors.New("the disk is full")

func (b *broken) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

func TestMisuse(t *testing.T) {
	g := newGame(t)
	var none *mcap.Writer
	_, noWriter := mcap.NewWriter(nil, g.animation, mcap.Options{})
	_, noAnimation := mcap.NewWriter(io.Discard, nil, mcap.Options{})
	_, full := mcap.NewWriter(&broken{}, g.animation, mcap.Options{})
	w, err := mcap.NewWriter(&broken{100_000}, g.animation, mcap.Options{})
	check(t, err)
	delta := w.Frame(math.NaN())
	late := w.Close()
	for _, row := range []struct {
		err, is error
		want    string
	}{
		{noWriter, systems.ErrNil, "expected a writer for the file, found nil"},
		{noAnimation, systems.ErrNil, "found nil"},
		{mcap.WriteTape(io.Discard, nil, mcap.Options{}), systems.ErrNil, "found nil"},
		{mcap.WriteTape(io.Discard, g.tape, mcap.Options{}), rewind.ErrFrame, "found none"},
		{none.Frame(0), systems.ErrNil, "expected a writer from NewWriter"},
		{none.Close(), systems.ErrNil, "expected a writer from NewWriter"},
		{full, errBroken, "full"},
		{delta, systems.ErrDelta, "NaN"},
		{late, nil, ""},
		{w.Frame(0), mcap.ErrClosed, "found one after it"},
		{w.Close(), mcap.ErrClosed, "found a second"},
	} {
		if !errors.Is(row.err, row.is) || !strings.Contains(fmt.Sprint(row.err), row.want) {
			t.Errorf("expected %v with %q, found %v", row.is, row.want, row.err)
		}
	}
	g.run(t, 0)
	small, err := mcap.NewWriter(&broken{100_000}, g.animation, mcap.Options{Entities: []ecs.Entity{g.guard, {}, g.guard}})
	check(t, err)
	check(t, small.Frame(0))
	for frame := 0; err == nil && frame < 1000; frame++ {
		err = small.Frame(1.0 / 60)
	}
	if !errors.Is(err, errBroken) {
		t.Errorf("expected the error of a full disk, found %v", err)
	}
}
