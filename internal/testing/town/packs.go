package town

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/assets/rig"
)

// Packs cooks files: it returns a pack for each rig, with all that the files of the rig have.
func Packs(files []File, baking assets.Baking) (packs []File, err error) {
	for _, name := range Rigs {
		cooked := NewAssets(assets.NewLibrary(assets.WithBaking(baking)), Size{})
		var own []File
		for _, file := range files {
			if file.Rig == name {
				own = append(own, file)
			}
		}
		if err := cooked.readAll(own); err != nil {
			return nil, err
		}
		var out bytes.Buffer
		if err := pack.Write(&out, cooked.Library, pack.Options{Meshes: true}); err != nil {
			return nil, fmt.Errorf("town: the pack of rig %q: %w", name, err)
		}
		packs = append(packs, File{Name: name + ".pack", Data: out.Bytes(), Rig: name, Pack: true})
	}
	return packs, nil
}

// open opens a pack and sorts in what it has.
func (a *Assets) open(file File) error {
	p, err := pack.Parse(a.Library, file.Name, file.Data)
	if err != nil {
		return err
	}
	a.packs = append(a.packs, p)
	models := slices.Clone(p.Models())
	body := slices.IndexFunc(models, func(m *assets.Model) bool { return m.Name == file.Rig })
	if body < 0 {
		return fmt.Errorf("town: %s: expected the model %q, found none", file.Name, file.Rig)
	}
	models[0], models[body] = models[body], models[0] // the others join its skeleton
	for i, model := range models {
		a.take(file.Rig, model, i == 0)
	}
	return nil
}

// KeepWithin lets clips leave the memory while their frames take more than some bytes. They come
// back from the packs that were opened, until the context is done.
func (a *Assets) KeepWithin(ctx context.Context, bytes int64) error {
	return a.Library.SetBudget(ctx, assets.Budget{Bytes: bytes, Load: a.loadClip})
}

func (a *Assets) loadClip(_ context.Context, c *assets.Clip, key id.Key) (*bake.BakedClip, error) {
	for _, p := range a.packs {
		if baked, err := p.Clip(key); !errors.Is(err, rig.ErrNotFound) {
			return baked, err
		}
	}
	return nil, fmt.Errorf("town: expected clip %q with the key %s in one of %d packs, found it in none", c.Name(), key,
		len(a.packs))
}
