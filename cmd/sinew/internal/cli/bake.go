package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/cache"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/internal/text"
	"github.com/sinew-go/sinew/internal/exact"
)

type bakeCommand struct {
	Files     []string `arg:"" help:"glTF files, .gltf or .glb, recordings, .bvh, and for a pack graphs, databases of motions, modifier stacks and ragdolls, .json, or folders of them."`
	Out       string   `short:"o" placeholder:"FILE" help:"Write all that the files hold into one pack, which a program opens with package pack."`
	Meshes    bool     `help:"Write the meshes, skins and materials into the pack too."`
	Images    bool     `help:"Write the images into the pack too, uncompressed. Needs --meshes."`
	Cache     string   `placeholder:"FOLDER" help:"Write the baked clips into this folder, from which a program reads them (assets.Baking)."`
	Tolerance float64  `default:"0.1" placeholder:"MM" help:"Largest error in millimeters on a character of 1.8 m."`
	Small     bool     `help:"Store clips in fewer bytes where that saves 5 % or more, as of recordings. Poses keep their bits and take about 1.4 times as long to sample."`
	JSON      bool     `name:"json" help:"Print JSON instead of a table."`
}

// bakedClip is a row of the output. Errors are in meters of the file.
type bakedClip struct {
	File      string  `json:"file"`
	Clip      string  `json:"clip"`
	KeyBytes  int     `json:"keyBytes"`
	Bytes     int     `json:"bytes,omitempty"`
	Frames    int     `json:"frames,omitempty"`
	MaxError  float64 `json:"maxError,omitempty"`
	Tolerance float64 `json:"tolerance,omitempty"`
	Cached    bool    `json:"cached,omitempty"`
	Exact     string  `json:"exact,omitempty"` // why it is not baked
}

// Help returns the text that -h prints after the summary, before the flags.
func (*bakeCommand) Help() string {
	return `Prints the size and the error of each clip as frames play it. With --out it writes a pack: the
skeletons, baked clips, masks and models of all files, and if asked what they draw, in one file that
opens in no time and needs no glTF at run time. Clips keep no keyframes in a pack: mirror and retarget
before. Files of one skeleton share it. What sidecars say of the files (fox.glb.json) is heeded: they
may have masks, markers and root motion.

Recordings in BVH become a skeleton, which recordings of one person share, and a clip in meters. The
clips that a database of the pack names have root motion, as it needs; the others keep their motion.

A pack also takes JSON files, beside these files and in folders. Each says itself what it is: a
graph has the member "layers", and may have masks and blend spaces; a database of motions has
"features", a modifier stack "solvers", a ragdoll "bodies". Exactly one skeleton must have the clips
or joints that it names. A ragdoll is found under the name of its file, without .json and .ragdoll.
Other JSON files in folders are left out, with a warning.`
}

// Run bakes the clips of the files.
func (c *bakeCommand) Run(s *commandline.Streams) error {
	if !(c.Tolerance > 0) || !exact.IsFinite(c.Tolerance) {
		return commandline.WrongFlag("--tolerance", fmt.Errorf("expected millimeters above 0, found %v", c.Tolerance))
	}
	switch {
	case c.Out == "" && (c.Meshes || c.Images):
		return commandline.WrongFlag("--meshes", errors.New("expected --out with --meshes or --images, found none"))
	case c.Images && !c.Meshes:
		return commandline.WrongFlag("--images", errors.New("expected --meshes with --images, found --images alone"))
	}
	in, err := inputOf(c.Files)
	if err != nil {
		return err
	}
	if c.Out == "" && len(in.documents) > 0 {
		return commandline.WrongFlag(in.documents[0],
			errors.New("expected --out with a JSON file, which goes into a pack, found none"))
	}
	var baked *bake.Cache
	if c.Cache != "" {
		folder, err := cache.Open(c.Cache)
		if err != nil {
			return commandline.WrongFlag("--cache", err)
		}
		baked = bake.NewCache(folder)
	}
	baking := gltfio.Options{BakeCache: baked, BakeOptions: bake.Options{
		Tolerance: c.Tolerance / 1000, Small: c.Small,
	}}
	var documents []*document
	matched := map[string]bool{} // the clips of databases, by name
	if c.Out != "" {
		if documents, err = readDocuments(in, s); err != nil {
			return err
		}
		for _, d := range documents {
			d.nameClips(matched)
		}
	}
	rows := []bakedClip{}
	library := assets.NewLibrary()
	cook := &cooking{library: library, ragdolls: map[string]*ragdoll.Definition{}, files: map[string]string{}}
	for _, file := range in.models {
		if c.Out == "" {
			library = assets.NewLibrary()
		}
		options := baking
		if commandline.IsRecording(file) {
			options.Meters = true
			if base := filepath.Base(file); matched[strings.TrimSuffix(base, filepath.Ext(base))] {
				options.RootMotion = &clip.RootMotionOptions{AllowStill: true}
			}
		}
		model, err := commandline.Open(library, file, options)
		if err != nil {
			return err
		}
		cook.addModel(file, model)
		for _, id := range model.Clips {
			report := library.BakeReport(id)
			row := bakedClip{
				File: file, Clip: library.Clip(id).Name(), KeyBytes: library.Clip(id).Bytes(), Exact: report.Reason,
			}
			if !report.Exact {
				row.Bytes, row.Frames, row.Cached = report.Bytes, report.Frames, report.Cached
				row.MaxError, row.Tolerance = report.MaxError, report.Tolerance
			}
			if report.CacheError != nil {
				s.Warn(file, fmt.Sprintf("clip %q: %v", row.Clip, report.CacheError))
			}
			rows = append(rows, row)
		}
	}
	if c.Out != "" {
		if err := cook.addDocuments(documents); err != nil {
			return err
		}
		options := pack.Options{Meshes: c.Meshes, Images: c.Images, Ragdolls: cook.ragdolls}
		if err := writePack(c.Out, library, options); err != nil {
			return err
		}
	}
	if c.JSON {
		encoder := json.NewEncoder(s.Out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(rows)
	}
	cells := make([][]string, 0, len(rows))
	for _, row := range rows {
		cell := []string{filepath.Base(row.File), row.Clip, text.Bytes(int64(row.KeyBytes))}
		if row.Exact != "" {
			cell = append(cell, "", "", "", "exact: "+row.Exact)
		} else {
			cell = append(cell, text.Bytes(int64(row.Bytes)), fmt.Sprint(row.Frames),
				fmt.Sprintf("%.0f %%", 100*row.MaxError/row.Tolerance), map[bool]string{true: "from the cache"}[row.Cached])
		}
		cells = append(cells, cell)
	}
	return text.Table(s.Out, []string{"file", "clip", "keys", "baked", "frames", "error, of tolerance", ""}, cells)
}
