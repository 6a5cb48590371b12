package reference

// Blend mixes poses of one skeleton by weight: translations, scales and morph weights as Σ w·x / Σ w, rotations as
// Σ w·(±q) brought to unit length, with the sign that puts q into the hemisphere of the sum so far. For two poses this is
// the normalized linear interpolation along the shorter arc. Weights must not be negative, nor all 0.
func Blend(poses []Pose, weights []float64) Pose {
	var total float64
	for _, w := range weights {
		total += w
	}
	mixed := Pose{Locals: make([]TRS, len(poses[0].Locals)), Morphs: make([]float64, len(poses[0].Morphs))}
	for i, pose := range poses {
		w := weights[i] / total
		for j, local := range pose.Locals {
			sum := &mixed.Locals[j]
			rotation := local.Rotation
			if sum.Rotation.Dot(rotation) < 0 {
				rotation = rotation.Times(-1)
			}
			sum.Rotation = sum.Rotation.Add(rotation.Times(w))
			sum.Translation = sum.Translation.Add(local.Translation.Times(w))
			sum.Scale = sum.Scale.Add(local.Scale.Times(w))
		}
		for m, x := range pose.Morphs {
			mixed.Morphs[m] += w * x
		}
	}
	for j := range mixed.Locals {
		mixed.Locals[j].Rotation = mixed.Locals[j].Rotation.Unit()
	}
	return mixed
}

// BlendSlerp mixes two poses: at u = 0 it is a, at 1 it is b, and rotations run along the shorter arc at constant speed.
func BlendSlerp(a, b Pose, u float64) Pose {
	mixed := Pose{Locals: make([]TRS, len(a.Locals)), Morphs: mix(1-u, a.Morphs, u, b.Morphs)}
	for j, from := range a.Locals {
		to := b.Locals[j]
		mixed.Locals[j] = TRS{
			Translation: from.Translation.lerp(to.Translation, u),
			Rotation:    from.Rotation.Slerp(to.Rotation, u),
			Scale:       from.Scale.lerp(to.Scale, u),
		}
	}
	return mixed
}
