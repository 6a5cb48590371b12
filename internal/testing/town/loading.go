package town

import (
	"fmt"
	"maps"
	"slices"
	"testing/fstest"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/assets/rig"
)

// Rig is what the library has of a rig.
type Rig struct {
	Name     string
	Skeleton *assets.Skeleton
	Body     *assets.Model
	Outfits  []*assets.Model // worn besides the body
	Graphs   []assets.GraphID
	Stack    id.ModifierStack
	Arms     id.Mask

	clothes map[string]*assets.Model // by their names
	clips   map[string]assets.ClipID
	styles  map[string]int // of a basic motion
}

// Clip returns the clip of a basic motion in one of its styles, counted round.
func (r *Rig) Clip(motion string, style int) assets.ClipID {
	return r.clips[StyleName(motion, style%max(r.styles[motion], 1))]
}

// Assets are the assets of a town in a library.
type Assets struct {
	Library *assets.Library
	Size    Size
	Rigs    map[string]*Rig
	Loader  *gltfio.Loader // of what Begin reads; or nil
	waiting []File         // for the skeletons that they join
	packs   []*pack.Pack
}

// NewAssets returns none yet, for files that are loaded into a library.
func NewAssets(library *assets.Library, size Size) *Assets {
	return &Assets{Library: library, Size: size, Rigs: map[string]*Rig{}}
}

// Load reads all files, or opens all packs, in an order of the program's choice and completes the
// assets. A file that joins a skeleton waits for the file that has it.
func (a *Assets) Load(files []File) error {
	if err := a.readAll(files); err != nil {
		return err
	}
	return a.Complete()
}

func (a *Assets) readAll(files []File) error {
	for _, file := range files {
		if !file.Body && !file.Pack && a.Rigs[file.Rig] == nil {
			a.waiting = append(a.waiting, file)
			continue
		}
		if err := a.read(file); err != nil {
			return err
		}
	}
	for _, file := range a.waiting {
		if err := a.read(file); err != nil {
			return err
		}
	}
	a.waiting = nil
	return nil
}

// options are how a file is read.
func (a *Assets) options(file File) (o gltfio.Options) {
	o.Loader = a.Loader
	if !file.Body {
		o.Skeleton = a.Rigs[file.Rig].Skeleton
	}
	return o
}

func (a *Assets) read(file File) error {
	if file.Pack {
		return a.open(file)
	}
	model, err := a.options(file).Parse(a.Library, file.Name, file.Data)
	if err == nil {
		a.take(file.Rig, model, file.Body)
	}
	return err
}

// Begin begins to read a file in the background, whose skeleton must be in the library; End takes
// over what was read.
func (a *Assets) Begin(file File) *gltfio.Loading {
	return a.options(file).OpenFSAsync(fstest.MapFS{file.Name: {Data: file.Data}}, file.Name)
}

// End takes over a file that was read in the background. It runs between two frames.
func (a *Assets) End(file File, loading *gltfio.Loading) error {
	model, err := loading.Take(a.Library)
	if err == nil {
		a.take(file.Rig, model, file.Body)
	}
	return err
}

// take sorts in what a model of a rig has.
func (a *Assets) take(name string, model *assets.Model, isBody bool) {
	if isBody {
		a.Rigs[name] = &Rig{
			Name: name, Skeleton: a.Library.Skeleton(model.Skeleton), Body: model,
			clothes: map[string]*assets.Model{}, clips: map[string]assets.ClipID{}, styles: map[string]int{},
		}
		return
	}
	r := a.Rigs[name]
	if len(model.Parts) > 0 {
		r.clothes[model.Name] = model
	}
	for _, name := range model.ClipNames() {
		r.clips[name] = model.Clip(name)
	}
}

// Complete makes what files do not have: outfits with the body below them, graphs and stacks.
func (a *Assets) Complete() error {
	for _, name := range Rigs {
		r := a.Rigs[name]
		if r == nil {
			return fmt.Errorf("town: expected the file of rig %q, found none", name)
		}
		for _, motion := range motionsOf(name) {
			for r.clips[StyleName(motion, r.styles[motion])] != 0 {
				r.styles[motion]++
			}
			if r.styles[motion] == 0 {
				return fmt.Errorf("town: rig %q: expected the clip %q, found none", name, motion)
			}
		}
		for number := range share(name, partsOfOutfits, a.Size.Outfits) {
			model := r.clothes[outfitName(name, number)]
			if model == nil {
				return fmt.Errorf("town: rig %q: expected the model %q, found none", name, outfitName(name, number))
			}
			r.Outfits = append(r.Outfits, model)
		}
		if err := r.gather(a.Library); err != nil {
			return err
		}
		if people[name].size == 0 {
			continue
		}
		if err := r.complete(a.Library); err != nil {
			return fmt.Errorf("town: rig %q: %w", name, err)
		}
		if a.Size.Alike {
			r.Graphs, r.Outfits = r.Graphs[:1], r.Outfits[:1]
			clear(r.styles)
		}
	}
	return nil
}

// outfitName returns the name of the file and model of an outfit.
func outfitName(of string, number int) string { return fmt.Sprintf("%s outfit %d", of, number) }

// gather replaces the model of the body by one that has all clips of the rig that are whole poses.
func (r *Rig) gather(library *assets.Library) error {
	out := &assets.Model{
		Name: r.Name + " with clips", Skeleton: r.Body.Skeleton, Skins: r.Body.Skins, Parts: r.Body.Parts,
		Bounds: r.Body.Bounds,
	}
	var clips []assets.ClipID
	for _, name := range slices.Sorted(maps.Keys(r.clips)) {
		if id := r.clips[name]; !library.Clip(id).Additive() {
			clips = append(clips, id)
		}
	}
	out.SetClips(library, clips)
	if _, err := library.AddModel(out); err != nil {
		return err
	}
	r.Body = out
	return nil
}

// mostGraphs is how many graphs a rig has at most, each with other styles of the same motions.
const mostGraphs = 4

// complete makes the graphs, the mask and the stack of people.
func (r *Rig) complete(library *assets.Library) (err error) {
	if r.Arms, err = rig.NewMask(r.Name+" arms", r.Skeleton).Subtree(1, "left_clavicle").Subtree(1, "right_clavicle").
		Add(library); err != nil {
		return err
	}
	if r.Stack, err = r.stack().Add(library); err != nil {
		return err
	}
	for style := range min(mostGraphs, r.styles["walk"], r.styles["run"]) {
		gait, err := blendspace.New1D(fmt.Sprintf("%s gait %d", r.Name, style)).At(0, r.Clip("idle", style)).
			At(1, r.Clip("walk", style)).At(2, r.Clip("run", style)).Add(library)
		if err != nil {
			return err
		}
		id, err := graph.New(fmt.Sprintf("%s graph %d", r.Name, style)).Float("speed", 1).Trigger("greet").
			Layer("body",
				graph.State("move").MotionByID(gait, "speed").To("greet").WhenTriggered("greet").Fade(0.25).Inertialized(),
				graph.State("greet").MotionByID(r.Clip("wave", style)).PlayMode(assets.Hold).
					To("move").ExitTime(0.9).Fade(0.25).Inertialized(),
			).Add(library, r.Body)
		if err != nil {
			return err
		}
		r.Graphs = append(r.Graphs, id)
	}
	return nil
}

// stack begins the stack of people: they look at something, stand on the ground, and hair swings.
func (r *Rig) stack() *modifier.Builder {
	feet := modifier.Feet{Pelvis: "hips"}
	for _, side := range []string{"left", "right"} {
		feet.Feet = append(feet.Feet, modifier.Foot{
			Root: side + "_thigh", Middle: side + "_shin", End: side + "_foot", Toe: side + "_toe",
			Bend: mgl32.Vec3{0, 0, 1},
		})
	}
	b := modifier.New(r.Name, r.Skeleton).LookAt("look", modifier.LookAt{
		Joints: []string{"spine_3", "spine_4", "neck_2", "head"}, Shares: []float32{0.1, 0.15, 0.4, 1},
		Forward: mgl32.Vec3{0, 0, 1}, Up: mgl32.Vec3{0, 1, 0}, Eye: mgl32.Vec3{0, 0.08, 0.08},
		Limits: modifier.LookLimits{Yaw: [2]float32{-1.3, 1.3}, Pitch: [2]float32{-0.6, 0.6}}, Speed: 5,
	}).Feet("feet", feet)
	if !people[r.Name].hair {
		return b
	}
	var joints []string
	for i := range hairPoints {
		joints = append(joints, hairJoint(i))
	}
	return b.Spring("hair", modifier.SpringSettings{
		Joints: joints, Spring: modifier.Spring{Stiffness: 0.4, Drag: 0.3, Gravity: 0.3, HitRadius: 0.04},
		Colliders: []modifier.Collider{
			{Joint: "head", Offset: mgl32.Vec3{0, 0.1, 0.01}, Radius: 0.11},
			{Joint: "neck_1", Shape: modifier.CapsuleCollider, Tail: mgl32.Vec3{0, 0.1, 0}, Radius: 0.07},
			{Joint: "spine_2", Shape: modifier.CapsuleCollider, Tail: mgl32.Vec3{0, 0.3, 0}, Radius: 0.13},
		},
	})
}
