package town

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/rig"
)

// Size is how large a town is.
type Size struct {
	Characters int // horses with riders and birds count too
	Clips      int // of all rigs
	Outfits    int // of all rigs
	// Alike makes all characters walkers of one rig, in one outfit and with one style of each
	// motion: one model that does all that people of a town do.
	Alike bool
}

// The sizes of towns. Tests use the small one.
var (
	Small = Size{Characters: 100, Clips: 40, Outfits: 10}
	Large = Size{Characters: 2000, Clips: 300, Outfits: 40}
)

// The parts of all clips and outfits that each rig has, in sixtieths. Adults have the others.
var (
	partsOfClips   = map[string]int{Child: 12, Porter: 12, Horse: 7, Bird: 5}
	partsOfOutfits = map[string]int{Child: 12, Porter: 12, Horse: 6, Bird: 6}
)

// share returns how many of a total a rig has, at least one.
func share(name string, parts map[string]int, total int) int {
	if name != Adult {
		return max(1, total*parts[name]/60)
	}
	left := total
	for _, other := range Rigs[1:] {
		left -= share(other, parts, total)
	}
	return max(1, left)
}

// File is a file of the town, in memory.
type File struct {
	Name string
	Data []byte
	Rig  string
	Body bool // it has the skeleton that the other files of the rig join
	Pack bool // it is a pack of all that the rig has, and not glTF
}

// skins are the colors of bodies, in linear RGB.
var skins = []mgl32.Vec4{{0.6, 0.42, 0.32, 1}, {0.5, 0.33, 0.24, 1}, {0.3, 0.18, 0.12, 1}}

// clipsPerFile is how many clips share a file.
const clipsPerFile = 10

// Files makes the files of a town of a size: for each rig a body, outfits, and clips. They are made
// once for a size.
func Files(size Size) ([]File, error) {
	key := [2]int{size.Clips, size.Outfits}
	made.Lock()
	defer made.Unlock()
	if files := made.files[key]; files != nil {
		return files, nil
	}
	files, err := newFiles(size)
	if err == nil {
		made.files[key] = files
	}
	return files, err
}

var made = struct {
	sync.Mutex
	files map[[2]int][]File
}{files: map[[2]int][]File{}}

func newFiles(size Size) (files []File, err error) {
	mannequins, base, err := newMannequin()
	if err != nil {
		return nil, err
	}
	add := func(name, of string, isBody bool, library *assets.Library, model *assets.Model, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		var out bytes.Buffer
		if err := gltfio.Write(&out, library, model); err != nil {
			return err
		}
		files = append(files, File{Name: name + ".glb", Data: out.Bytes(), Rig: of, Body: isBody})
		return nil
	}
	for i, name := range Rigs {
		var skeleton *rig.Skeleton
		var body func(*assets.Library) (*assets.Model, error)
		var outfit func(*assets.Library, int) (*assets.Model, error)
		var source func(string) (*motion, error)
		switch name {
		case Horse, Bird:
			a, err := map[string]func() (*animal, error){Horse: newHorse, Bird: newBird}[name]()
			if err != nil {
				return nil, err
			}
			coat := map[string]mgl32.Vec4{Horse: {0.25, 0.11, 0.04, 1}, Bird: {0.75, 0.74, 0.7, 1}}[name]
			skeleton, outfit = a.Skeleton, a.harness
			body = func(to *assets.Library) (*assets.Model, error) { return a.body(to, coat) }
			source = map[string]func(string) (*motion, error){Horse: a.horseSource, Bird: a.birdSource}[name]
		default:
			p, err := newPerson(name, mannequins, base)
			if err != nil {
				return nil, err
			}
			skeleton, source = p.Skeleton, p.source(mannequins)
			body = func(to *assets.Library) (*assets.Model, error) {
				return p.body(to, mannequins, skins[i])
			}
			outfit = func(to *assets.Library, number int) (*assets.Model, error) {
				return p.clothes(to, mannequins, number)
			}
		}
		library := assets.NewLibrary(assets.Exact())
		model, err := body(library)
		if err := add(name, name, true, library, model, err); err != nil {
			return nil, err
		}
		for number := range share(name, partsOfOutfits, size.Outfits) {
			library := assets.NewLibrary(assets.Exact())
			model, err := outfit(library, number)
			if err := add(outfitName(name, number), name, false, library, model, err); err != nil {
				return nil, err
			}
		}
		clips, err := clipsOf(name, share(name, partsOfClips, size.Clips), source, skeleton)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for first := 0; first < len(clips); first += clipsPerFile {
			library := assets.NewLibrary(assets.Exact())
			model := &assets.Model{Name: fmt.Sprintf("%s clips %d", name, first/clipsPerFile)}
			model.Skeleton = library.AddSkeleton(skeleton)
			var ids []assets.ClipID
			for _, c := range clips[first:min(first+clipsPerFile, len(clips))] {
				ids = append(ids, library.AddClip(c))
			}
			model.SetClips(library, ids)
			_, err := library.AddModel(model)
			if err := add(model.Name, name, false, library, model, err); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}
