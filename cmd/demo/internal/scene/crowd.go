package scene

import (
	"math"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/systems"
)

// NewCrowd returns a scene of count characters in rows, with the models in turn. The characters
// differ in phase, a little in direction and position and, unless a clip is named, in clip. The
// random numbers depend on count alone, so that the same arguments give the same crowd. A spawner,
// if there is one, spawns the characters.
func NewCrowd(library *assets.Library, models []*assets.Model, count int, clip string,
	spawner ...func(*systems.Animation) (Spawner, error),
) (*Scene, error) {
	s, err := newScene(library, systems.WithLogger(nil)) // the camera fits a model of any size
	if err != nil {
		return nil, err
	}
	if err := s.spawnBy(spawner); err != nil {
		s.Close()
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 12, 20, 0.88
	random := rand.New(rand.NewPCG(1, uint64(count)))
	var spacing float32
	for _, model := range models {
		ground, _ := footprint(model.Bounds)
		spacing = max(spacing, ground)
	}
	columns := int(math.Ceil(math.Sqrt(float64(count) * 1.5)))
	for i := range count {
		model := models[i%len(models)]
		id := chooseClip(library, model, clip)
		if clips := movingClips(library, model); clip == "" && len(clips) > 0 {
			id = clips[random.IntN(len(clips))]
		}
		row, column := i/columns, i%columns
		inRow := min(columns, count-row*columns)
		jitter := func() float32 { return spacing * 0.18 * (random.Float32() - 0.5) }
		x := spacing*(float32(column)-float32(inRow-1)/2) + jitter()
		z := -spacing*float32(row) + jitter()
		turn := 0.7 * (random.Float32() - 0.5)
		if count == 1 {
			x, z, turn = 0, 0, 0
		}
		transform := mgl32.Translate3D(x, 0, z).Mul4(mgl32.HomogRotate3DY(turn))
		if _, err := s.add(model, transform, id, random.Float64()); err != nil {
			return nil, err
		}
	}
	return s, s.Update(0)
}

// NewLineup returns a scene with one character of each model, side by side and scaled to a common
// size. Each plays the named clip or, by default, its model's first one. A single model keeps its
// size. A spawner, if there is one, spawns the characters.
func NewLineup(library *assets.Library, models []*assets.Model, clip string,
	spawner ...func(*systems.Animation) (Spawner, error),
) (*Scene, error) {
	s, err := newScene(library, systems.WithLogger(nil)) // the camera fits a model of any size
	if err != nil {
		return nil, err
	}
	if err := s.spawnBy(spawner); err != nil {
		s.Close()
		return nil, err
	}
	if len(models) > 1 { // nearer, the camera would cut off the ends of the row
		s.distance = 1
	}
	const height, gap = 2, 0.3
	var x float32
	for _, model := range models {
		transform := mgl32.Ident4()
		if len(models) > 1 {
			_, largest := footprint(model.Bounds)
			scale := height / largest
			low, high := model.Bounds.Min.Mul(scale), model.Bounds.Max.Mul(scale)
			transform = mgl32.Translate3D(x-low[0], -low[1], -(low[2]+high[2])/2).
				Mul4(mgl32.Scale3D(scale, scale, scale))
			x += high[0] - low[0] + gap
		}
		if _, err := s.add(model, transform, chooseClip(library, model, clip), 0); err != nil {
			return nil, err
		}
	}
	return s, s.Update(0)
}
