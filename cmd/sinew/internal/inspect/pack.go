package inspect

import (
	"fmt"
	"io"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/cmd/internal/text"
)

// WritePack prints what a pack holds, which was opened into an empty library: the number of assets
// of each kind, and tables of the models and the clips.
func WritePack(w io.Writer, packed *pack.Pack, library *assets.Library, file string) error {
	p := &printer{w: w}
	count, memory := library.Count(), library.Memory()
	p.line("%s  (%s)", file, size(packed.Bytes()))
	for _, kind := range []struct {
		count int
		noun  string
	}{
		{count.Models, "model"},
		{count.Skeletons, "skeleton"},
		{count.Clips, "clip"},
		{count.Motions, "blend space or database"},
		{count.Graphs, "graph"},
		{count.ModifierStacks, "modifier stack"},
		{count.Masks, "mask"},
		{count.Curves, "curve"},
		{count.Meshes, "mesh"},
		{count.Images, "image"},
	} {
		switch {
		case kind.count == 0:
		case kind.noun == "blend space or database":
			p.line("  blend spaces and databases: %d", kind.count)
		default:
			p.line("  %s", text.Count(kind.count, kind.noun))
		}
	}
	models, clips := packed.Models(), memory.Clips
	p.table("Models", []string{"name", ">joints", ">clips", ">parts"}, len(models), func(i int) []string {
		m := models[i]
		return []string{
			orNoName(m.Name), fmt.Sprint(library.Skeleton(m.Skeleton).Len()), fmt.Sprint(len(m.Clips)),
			fmt.Sprint(len(m.Parts)),
		}
	})
	p.table("Clips", []string{"name", ">duration", ">joints", ">frames"}, len(clips), func(i int) []string {
		c := library.Clip(clips[i].Clip)
		return []string{
			orNoName(c.Name()), text.Seconds(c.Duration()), fmt.Sprint(c.Skeleton().Len()), text.Bytes(clips[i].Frames),
		}
	})
	return p.err
}
