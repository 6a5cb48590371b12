package simulation

import (
	"bytes"
	"fmt"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/rig"
)

const featureJoints = 13

// FeatureModel makes a model with every feature of a file: tracks of every interpolation, skinned
// parts of 4 and 8 influences, a rigid part, morph targets and a texture. It writes the model as a
// binary glTF file and reads that into the library.
func FeatureModel(lib *assets.Library) (*assets.Model, error) {
	m := featureGenerator{random: rand.New(rand.NewPCG(3, 14)), lib: assets.NewLibrary(assets.Exact())}
	made, err := m.model()
	if err != nil {
		return nil, fmt.Errorf("puppet: %w", err)
	}
	var file bytes.Buffer
	if err := gltfio.Write(&file, m.lib, made); err != nil {
		return nil, err
	}
	model, err := gltfio.Parse(lib, "puppet.glb", file.Bytes())
	if err != nil {
		return nil, err
	}
	model.Name = made.Name
	return model, nil
}

// featureGenerator makes a [FeatureModel] from random numbers that are the same on every machine.
type featureGenerator struct {
	random *rand.Rand
	lib    *assets.Library
}

// unit returns a number in [0, 1).
func (m *featureGenerator) unit() float32 { return float32(m.random.Float32()) }

// number returns a number in [-1, 1). It is computed without rounding.
func (m *featureGenerator) number() float32 { return float32(2*m.unit()) - 1 }

func (m *featureGenerator) vector() mgl32.Vec3 { return mgl32.Vec3{m.number(), m.number(), m.number()} }

// rotation returns a quaternion of any length above 0.
func (m *featureGenerator) rotation() mgl32.Quat {
	return mgl32.Quat{W: 1.5 + m.number(), V: m.vector()}
}

// scale returns three numbers in (0.5, 1].
func (m *featureGenerator) scale() mgl32.Vec3 {
	var s mgl32.Vec3
	for i := range s {
		s[i] = 1 - float32(m.unit()/2)
	}
	return s
}

func (m *featureGenerator) model() (*assets.Model, error) {
	joints := make([]rig.Joint, featureJoints)
	for j := range joints {
		joints[j] = rig.Joint{
			Name: fmt.Sprintf("joint %d", j), Parent: j - 1 - m.random.IntN(j+1)/2,
			Rest: rig.TRS{Translation: m.vector(), Rotation: m.rotation(), Scale: m.scale()},
		}
	}
	joints[0].Morphs = []float32{0.25, 0}
	skeleton, err := rig.NewSkeleton("puppet", joints, nil)
	if err != nil {
		return nil, err
	}
	model := &assets.Model{Name: "puppet", Skeleton: m.lib.AddSkeleton(skeleton)}
	if err := m.addParts(model, skeleton); err != nil {
		return nil, err
	}
	var clips []assets.ClipID
	for i := range clip.CubicBezier + 1 {
		clip, err := m.clip(skeleton, i, 9)
		if err != nil {
			return nil, err
		}
		clips = append(clips, m.lib.AddClip(clip))
	}
	still, err := m.clip(skeleton, clip.Linear, 1)
	if err != nil {
		return nil, err
	}
	model.SetClips(m.lib, append(clips, m.lib.AddClip(still)))
	_, err = m.lib.AddModel(model)
	return model, err
}

// clip returns a clip with three tracks for every joint. Each track has its own uneven key times.
func (m *featureGenerator) clip(s *assets.Skeleton, kind clip.Interpolation, keys int) (*assets.Clip, error) {
	values := keys
	if kind >= clip.CubicHermite {
		values *= 3
	}
	b := clip.NewBuilder(fmt.Sprintf("%s, %d keys", kind, keys), s)
	for j := range s.Len() {
		var translations, scales []mgl32.Vec3
		var rotations []mgl32.Quat
		for range values {
			translations, rotations, scales = append(translations, m.vector()), append(rotations, m.rotation()),
				append(scales, m.scale())
		}
		b.Translation(j, kind, m.times(keys), translations).Rotation(j, kind, m.times(keys), rotations)
		b.Scale(j, kind, m.times(keys), scales)
	}
	channel := s.MorphChannels()[0]
	weights := make([]float32, values*channel.Count)
	for i := range weights {
		weights[i] = m.unit()
	}
	return b.MorphWeights(channel.Joint, kind, m.times(keys), weights).Build()
}

// times returns increasing key times in seconds.
func (m *featureGenerator) times(keys int) []float32 {
	times := make([]float32, keys)
	at := float32(0)
	for i := range times {
		times[i] = at
		at += 0.0625 + float32(m.unit()/4)
	}
	return times
}
