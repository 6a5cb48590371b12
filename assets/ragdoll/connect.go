package ragdoll

import (
	"strings"
)

// boneAbove is the bone of a humanoid that a bone without its side hangs on.
var boneAbove = map[string]string{
	"hand": "lower arm", "lower arm": "upper arm", "upper arm": "upper chest", "foot": "lower leg",
	"lower leg": "upper leg", "upper leg": "hips",
	"head": "upper chest", "upper chest": "chest", "chest": "spine", "spine": "hips",
}

// connect finds the root, and what bodies hang on where the skeleton does not tell it. A humanoid's
// bones hang on each other as they do in a body: rigs for inverse kinematics have the feet beside
// the legs. Another joint that hangs on no body hangs on the one with the vertex that is nearest to
// it, if that is near, so that the ragdoll does not fall apart.
func (p *proposer) connect(d *Definition) {
	for i := range d.Bodies {
		if k := p.bodyOfBoneAbove(d, i); k >= 0 && !p.isAbove(d.Bodies[k].Joint, d.Bodies[i].Joint) &&
			!hangsOn(d, k, i) {
			p.hang(d, i, k)
		}
	}
	d.Root = p.findRoot(d)
	for i := range d.Bodies {
		if i != d.Root && d.Parent(i) < 0 {
			if k := p.nearestBody(d, i); k >= 0 {
				p.hang(d, i, k)
			}
		}
	}
}

// hang makes a body hang on another one, unless joints share its name.
func (p *proposer) hang(d *Definition, i, on int) {
	if k, _ := d.Find(d.Name(on)); k == on {
		d.Bodies[i].Above = d.Name(on)
	}
}

// bodyOfBoneAbove returns the body of the next bone above in a humanoid that has one, or -1.
func (p *proposer) bodyOfBoneAbove(d *Definition, i int) int {
	bone := p.bones[d.Bodies[i].Joint]
	side := strings.TrimSuffix(bone, withoutSide(bone))
	for bone = boneAbove[withoutSide(bone)]; bone != ""; bone = boneAbove[bone] {
		for _, name := range [...]string{side + bone, bone} {
			if joint, ok := p.joints[name]; ok {
				for k := range d.Bodies {
					if k != i && d.Bodies[k].Joint == joint {
						return k
					}
				}
			}
		}
	}
	return -1
}

// hangsOn reports whether a body is another one or hangs on it, directly or by others.
func hangsOn(d *Definition, i, on int) bool {
	for i >= 0 && i != on {
		i = d.Parent(i)
	}
	return i == on
}

// isAbove reports whether a joint is above another one in the skeleton.
func (p *proposer) isAbove(above, joint int) bool {
	for joint >= 0 && joint != above {
		joint = p.skeleton.Parent(joint)
	}
	return joint == above
}

// nearestBody returns the body with the vertex that is nearest to a body's joint, among those that
// do not hang on it, or -1 if all are farther than the size below which joints are no bodies.
func (p *proposer) nearestBody(d *Definition, i int) int {
	nearest, least := -1, float64(p.least*p.least)
	at := p.rest[d.Bodies[i].Joint].Translation()
	for k := range d.Bodies {
		if hangsOn(d, k, i) {
			continue
		}
		for _, point := range p.points[d.Bodies[k].Joint] {
			if way := point.Sub(at); way.Dot(way) < least {
				nearest, least = k, way.Dot(way)
			}
		}
	}
	return nearest
}

// findRoot returns the index of the body of the hips, or else of the body on which most others
// hang.
func (p *proposer) findRoot(d *Definition) (root int) {
	below := make([]int, len(d.Bodies))
	for i := range d.Bodies {
		if joint, ok := p.joints["hips"]; ok && joint == d.Bodies[i].Joint {
			return i
		}
		for k := d.Parent(i); k >= 0; k = d.Parent(k) {
			below[k]++
		}
	}
	for i, n := range below {
		if n > below[root] {
			root = i
		}
	}
	return root
}
