package simulation

import (
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/ecs"
)

// Frames is the number of frames of the script.
const Frames = 600

// deltas are the seconds between frames, repeated: regular, uneven, zero, tiny and long.
var deltas = [...]float64{
	1.0 / 60, 1.0 / 60, 1.0 / 30, 0.0071, 1.0 / 144, 0, 0.019, 1.0 / 60, 1e-9, 0.25, 1.0 / 120, 0.03125, 1.0 / 90, 0.1,
	1.0 / 24, 0.003, 0.0166,
}

// hashedFrames are the frames after which the hashes of all frames up to there are returned.
var hashedFrames = []int{1, 10, 100, Frames}

// Play runs the script in a new world with a number of workers, by the clips that [ModelSet.Bake]
// baked or by the authored clips. It hashes the results of each frame: the state of the players,
// palettes, model matrices, bounds, morph weights, vertices skinned on the CPU, and the transforms
// of attached entities. The error names the frame and the first number that is not finite.
func (c *ModelSet) Play(workers int, baked bool) ([]StageHash, error) {
	if err := c.setBaked(baked); err != nil {
		return nil, err
	}
	sampling := "exact"
	if baked {
		sampling = "baked"
	}
	w, err := newCrowd(c, workers)
	if err != nil {
		return nil, err
	}
	defer w.animation.Close()
	var stages []StageHash
	for frame := range c.frames() {
		if err := w.changePlayers(frame); err != nil {
			return nil, fmt.Errorf("frame %d: %w", frame, err)
		}
		if err := w.animation.Update(deltas[frame%len(deltas)]); err != nil {
			return nil, fmt.Errorf("frame %d: %w", frame, err)
		}
		w.record()
		for _, d := range w.digests() {
			if d.err != nil {
				return nil, fmt.Errorf("frame %d: %w", frame, d.err)
			}
			if slices.Contains(hashedFrames, frame) {
				stages = append(stages, d.stage(fmt.Sprintf("%s, up to frame %d: ", sampling, frame)))
			}
		}
	}
	return stages, nil
}

// record hashes the results of the frame, character by character in the order in which they were
// spawned.
func (w *crowd) record() {
	for i := range w.characters {
		c := &w.characters[i]
		w.recordPlayer(c.entity)
		for _, skin := range c.skins {
			w.palettes.floats(w.animation.Palette(c.entity, skin)...)
		}
		w.morphs.floats(w.animation.Morphs(c.entity)...)
		matrices := w.animation.ModelMatrices(c.entity)
		w.matrices.integers(int64(len(matrices)))
		w.matrices.floats(matrices...)
		w.bounds.floats(w.boundsRecorder.boxes[c.entity.ID()][:]...)
		for p, part := range c.model.Parts {
			for k := range w.models.Library.Mesh(part.Mesh).Primitives {
				if v := w.animation.Vertices(c.entity, p, k); v != nil {
					w.vertices.vectors3(v.Positions)
					w.vertices.vectors3(v.Normals)
					w.vertices.vectors4(v.Tangents)
				}
			}
		}
	}
	for _, socket := range w.sockets {
		_, transform := w.attached.Get(socket)
		w.transforms.floats(transform.Matrix[:]...)
	}
}

// recordPlayer hashes the state of a player and its fades.
func (w *crowd) recordPlayer(entity ecs.Entity) {
	player, blend := w.animation.Player(entity).Component(), w.animation.Player(entity).Blend()
	w.players.double(player.Time)
	clip, _ := numbersOf(w.animation.Library(), player.Motion)
	w.players.integers(clip, int64(player.LoopsDone), int64(blend.Count))
	w.players.flags(player.Finished, player.Backward, player.Paused)
	w.players.double(blend.Elapsed)
	w.players.double(blend.Duration)
	for i := range blend.Fading[:blend.Count] {
		w.players.double(blend.Fading[i].Time)
		w.players.floats(blend.Weights[i])
	}
}
