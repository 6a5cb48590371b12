package simulation

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

func addSkeleton(d *digest, lib *assets.Library, model *assets.Model) {
	s := lib.Skeleton(model.Skeleton)
	for j := range s.Len() {
		d.text(s.JointName(j))
		d.integers(int64(s.Parent(j)), int64(s.Source(j)))
	}
	d.floats(s.RestLocals()...)
	d.floats(s.RestMorphs()...)
	d.floats(rig.NewPose(s).ModelMatrices(nil)...)
	for _, id := range skinsOf(model) {
		skin := lib.Skin(id)
		for _, j := range skin.Joints() {
			d.integers(int64(j))
		}
		d.floats(skin.InverseBinds()...)
	}
}

// skinsOf returns the skins of a model's parts, each once.
func skinsOf(model *assets.Model) []assets.SkinID {
	var skins []assets.SkinID
	known := map[assets.SkinID]bool{}
	for _, part := range model.Parts {
		if !known[part.Skin] {
			known[part.Skin] = true
			skins = append(skins, part.Skin)
		}
	}
	return skins
}

func addParts(d *digest, _ *assets.Library, model *assets.Model) {
	for _, part := range model.Parts {
		d.text(part.Name)
		d.flags(part.Rigid)
		d.integers(int64(part.Node), int64(part.PaletteIndex), int64(part.Morphs.Offset), int64(part.Morphs.Count))
	}
	for _, node := range model.Nodes {
		d.text(node.Name)
		d.integers(int64(node.Parent), int64(node.Joint))
		d.flags(node.IsJoint)
		addTRS(d, node.Rest)
		d.floats(node.Offset[:]...)
	}
	d.floats(model.Bounds.Min[:]...)
	d.floats(model.Bounds.Max[:]...)
	d.integers(int64(len(model.Warnings)))
}

func addTRS(d *digest, t rig.TRS) {
	d.floats(t.Translation[:]...)
	d.floats(t.Rotation.V[:]...)
	d.floats(t.Rotation.W)
	d.floats(t.Scale[:]...)
}

func addMeshes(d *digest, lib *assets.Library, model *assets.Model) {
	for _, part := range model.Parts {
		mesh := lib.Mesh(part.Mesh)
		d.text(mesh.Name)
		d.floats(mesh.Weights...)
		for i := range mesh.Primitives {
			addPrimitive(d, &mesh.Primitives[i])
		}
	}
	d.floats(model.JointBounds(lib).Boxes...)
}

func addPrimitive(d *digest, p *mesh.Primitive) {
	d.integers(int64(p.Source), int64(p.Influences))
	d.vectors3(p.Positions)
	d.vectors3(p.Normals)
	d.vectors4(p.Tangents)
	d.vectors2(p.TexCoords[0])
	d.vectors2(p.TexCoords[1])
	d.vectors4(p.Colors)
	for _, j := range p.Joints {
		d.integers(int64(j))
	}
	d.floats(p.Weights...)
	for _, i := range p.Indices {
		d.integers(int64(i))
	}
	for _, target := range p.Targets {
		d.vectors3(target.Positions)
		d.vectors3(target.Normals)
		d.vectors3(target.Tangents)
	}
}

func addMaterials(d *digest, lib *assets.Library, model *assets.Model) {
	for _, part := range model.Parts {
		for _, p := range lib.Mesh(part.Mesh).Primitives {
			m := lib.Material(p.Material)
			if m == nil {
				continue
			}
			d.text(m.Name)
			d.floats(m.BaseColor[:]...)
			d.floats(m.Emissive[:]...)
			d.floats(m.Metallic, m.Roughness, m.AlphaCutoff)
			d.integers(int64(m.AlphaMode))
			d.flags(m.DoubleSided, m.Unlit)
			for _, texture := range m.Textures() {
				d.floats(texture.Transform[:]...)
				d.integers(int64(texture.TexCoord), int64(texture.WrapU), int64(texture.WrapV))
				d.bytes(lib.Image(texture.Image).Pixels)
			}
		}
	}
}

// HashAssets hashes the assets of each model. The error names the first number that is not finite.
func (c *ModelSet) HashAssets() ([]StageHash, error) {
	var stages []StageHash
	for _, model := range c.Models {
		for _, part := range []struct {
			name string
			add  func(*digest, *assets.Library, *assets.Model)
		}{
			{"skeleton and skins", addSkeleton},
			{"parts and nodes", addParts},
			{"meshes", addMeshes},
			{"materials and pictures", addMaterials},
			{"clips", addClips},
			{"poses of single clips", addPoses},
		} {
			d := newDigest(part.name)
			part.add(d, c.Library, model)
			if d.err != nil {
				return nil, fmt.Errorf("%s: %w", model.Name, d.err)
			}
			stages = append(stages, d.stage(model.Name+": "))
		}
	}
	return stages, nil
}

func addClips(d *digest, lib *assets.Library, model *assets.Model) {
	for _, id := range model.Clips {
		clip := lib.Clip(id)
		d.text(clip.Name())
		d.double(clip.Start())
		d.double(clip.End())
		for _, t := range clip.Tracks() {
			d.integers(int64(t.Joint), int64(t.Property), int64(t.Track.Interpolation()))
			d.floats(t.Track.Times()...)
			d.floats(t.Track.Values()...)
		}
	}
}

// sampleCount is the number of times at which each clip is sampled. The first and the last lie
// outside the clip.
const sampleCount = 12

// addPoses hashes the result of the whole pipeline for single poses, without entities.
func addPoses(d *digest, lib *assets.Library, model *assets.Model) {
	pose := rig.NewPose(lib.Skeleton(model.Skeleton))
	var matrices, palette []float32
	for _, id := range model.Clips {
		clip := lib.Clip(id)
		for i := range sampleCount {
			if err := clip.Sample(sampleTime(clip, i), pose); err != nil {
				panic(err) // these clips have keys
			}
			matrices = pose.ModelMatrices(matrices)
			d.floats(pose.Locals...)
			d.floats(pose.Morphs...)
			d.floats(matrices...)
			for _, skin := range skinsOf(model) {
				palette = lib.Skin(skin).Palette(palette, matrices)
				d.floats(palette...)
			}
		}
	}
}

// sampleTime returns sample time i of a clip, in seconds.
func sampleTime(clip *assets.Clip, i int) float64 {
	step := clip.Duration() / (sampleCount - 3)
	return clip.Start() + float64((float64(i)-0.75)*step)
}
