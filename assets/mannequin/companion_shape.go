package mannequin

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mannequin/internal/isosurface"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/exact"
)

// newFace returns the head of the companion without its hair, in the rest pose of the mannequin.
func newFace(rest *posing.RestPose) *body {
	s := newSculptor(rest)
	s.startPart(posing.Root, bindTo(posing.Head), 2, 0.010)
	s.ellipsoid("cranium", exact.Vec3{0, 1.712, -0.010}, exact.Vec3{0.085, 0.098, 0.098}, exact.IdentityQuat, 0.03)
	s.ellipsoid("face", exact.Vec3{0, 1.672, 0.026}, exact.Vec3{0.068, 0.074, 0.068}, exact.IdentityQuat, 0.04)
	s.ellipsoid("jaw", exact.Vec3{0, 1.634, 0.036}, exact.Vec3{0.042, 0.038, 0.046}, exact.IdentityQuat, 0.04)
	s.ellipsoid("cheek", exact.Vec3{0.034, 1.662, 0.062}, exact.Vec3{0.026, 0.024, 0.024}, exact.IdentityQuat, 0.03)
	s.cone("nose", exact.Vec3{0, 1.690, 0.094}, 0.008, exact.Vec3{0, 1.668, 0.101}, 0.0115, 0.014)
	s.ellipsoid("ear", exact.Vec3{0.082, 1.680, -0.004}, exact.Vec3{0.013, 0.027, 0.020}, exact.IdentityQuat, 0.008)
	s.cone("nape", exact.Vec3{0, 1.560, -0.012}, 0.046, exact.Vec3{0, 1.640, -0.010}, 0.056, 0.03)
	s.group("head", "cranium", "face", "jaw", "cheek", "nose", "ear", "nape")
	return s.body(isosurface.Detail{Center: exact.Vec3{0.034, 1.700, 0.085}, Radius: 0.05, Cell: 1},
		isosurface.Detail{Center: exact.Vec3{0, 1.637, 0.085}, Radius: 0.028, Cell: 1})
}

// faceRegions returns the painted regions of the face: eyes, brows and the mouth.
func faceRegions() []isosurface.Region {
	brow := isosurface.NewEllipsoid(exact.Vec3{0.036, 1.727, 0.085}, exact.Vec3{0.019, 0.0048, 0.05},
		posing.RotationZ(posing.Degrees(-8))).Distance
	return []isosurface.Region{
		{Label: skin, Side: everywhere},
		{Label: hair, Side: oval(exact.Vec3{0.034, 1.695, 0.085}, exact.Vec3{0.0115, 0.0165, 0.05})},
		{Label: hair, Side: brow},
		{Label: leather, Side: oval(exact.Vec3{0, 1.637, 0.085}, exact.Vec3{0.0165, 0.0032, 0.05})},
	}
}

// newHair returns the hair of the companion, in the rest pose of the mannequin: combed back, into a
// bun.
func newHair(rest *posing.RestPose) *body {
	s := newSculptor(rest)
	s.startPart(posing.Root, bindTo(posing.Head), 2, 0.010)
	s.ellipsoid("top", exact.Vec3{0, 1.738, -0.026}, exact.Vec3{0.100, 0.094, 0.100},
		posing.RotationX(posing.Degrees(-14)), 0.03)
	s.ellipsoid("side", exact.Vec3{0.062, 1.690, -0.034}, exact.Vec3{0.036, 0.066, 0.052}, exact.IdentityQuat, 0.03)
	s.ellipsoid("fringe", exact.Vec3{0.034, 1.775, 0.052}, exact.Vec3{0.058, 0.026, 0.044},
		posing.Compose(posing.RotationZ(posing.Degrees(-22)), posing.RotationX(posing.Degrees(24))), 0.02)
	s.ellipsoid("back", exact.Vec3{0, 1.655, -0.070}, exact.Vec3{0.066, 0.060, 0.036}, exact.IdentityQuat, 0.03)
	s.ball("bun", exact.Vec3{0, 1.808, -0.098}, 0.047, 0.012)
	s.group("hair", "top", "side", "fringe", "back", "bun")
	return s.body()
}

// wrap is a closed band of cloth around the body, from its upper edge outside down to its lower
// edge and up again inside.
type wrap struct {
	paint  int
	rings  []wrapRing // from the top to the bottom
	thick  float64    // of the cloth, in meters
	folds  int        // around the body
	depth  float64    // of the folds at the lower edge, as a part of the radius
	weight func(p exact.Vec3) []influence
}

// wrapRing is an ellipse about the y axis.
type wrapRing struct {
	y, wide, deep, ahead float64 // height, half the axes, and how far the middle is before the y axis, in meters
}

// wraps returns what the companion wears around its body, in the rest pose of the mannequin: the
// skirt of the tunic, a belt and a scarf.
func wraps() []mesh.Primitive {
	skirt := wrap{paint: cloth, thick: 0.008, folds: 11, depth: 0.055, weight: skirtWeights, rings: []wrapRing{
		{1.075, 0.138, 0.108, -0.012},
		{1.03, 0.156, 0.124, -0.012},
		{0.97, 0.180, 0.144, -0.014},
		{0.90, 0.198, 0.160, -0.014},
		{0.82, 0.212, 0.172, -0.010},
		{0.74, 0.226, 0.184, -0.006},
		{0.67, 0.240, 0.196, -0.004},
	}}
	belt := wrap{paint: leather, thick: 0.012, weight: bound(posing.Hips, posing.Spine1), rings: []wrapRing{
		{1.092, 0.136, 0.107, -0.012},
		{1.088, 0.149, 0.119, -0.012},
		{1.050, 0.156, 0.125, -0.012},
		{1.046, 0.144, 0.112, -0.012},
	}}
	scarf := wrap{
		paint: trim, thick: 0.02, folds: 5, depth: 0.04, weight: bound(posing.Spine4, posing.Neck1),
		rings: []wrapRing{
			{1.560, 0.062, 0.064, -0.018},
			{1.566, 0.074, 0.077, -0.018},
			{1.553, 0.088, 0.091, -0.018},
			{1.530, 0.094, 0.096, -0.018},
			{1.512, 0.086, 0.088, -0.018},
			{1.500, 0.096, 0.096, -0.016},
			{1.480, 0.112, 0.104, -0.014},
			{1.460, 0.112, 0.102, -0.016},
			{1.446, 0.094, 0.086, -0.016},
		},
	}
	return []mesh.Primitive{skirt.surface(), belt.surface(), scarf.surface()}
}

// bound returns weights by which two joints share the cloth.
func bound(first, second posing.Joint) func(exact.Vec3) []influence {
	return func(exact.Vec3) []influence { return []influence{{first, 0.5}, {second, 0.5}} }
}

// skirtWeights returns the joints that move a point of the skirt: the hips above, and more and more
// the thighs below, each on its side.
func skirtWeights(p exact.Vec3) []influence {
	down := float64(0.9 * posing.Smoothstep(1.04, 0.74, p[1]))
	toLeft := posing.Smoothstep(-0.12, 0.12, p[0])
	list := []influence{
		{posing.Hips, 1 - down}, {
			posing.Thigh.On(posing.Left),
			float64(down * toLeft),
		}, {posing.Thigh.On(posing.Right), float64(down * (1 - toLeft))},
	}
	var kept []influence
	for _, in := range list {
		if in.weight > 0.005 {
			kept = append(kept, in)
		}
	}
	for i := range kept { // heaviest first
		for k := i; k > 0 && kept[k].weight > kept[k-1].weight; k-- {
			kept[k], kept[k-1] = kept[k-1], kept[k]
		}
	}
	return kept
}

// wrapSides is how many sides a wrap has.
const wrapSides = 66

// surface returns the skinned surface of a wrap.
func (w *wrap) surface() mesh.Primitive {
	out := mesh.Primitive{Source: w.paint, Influences: maxInfluences}
	var kept [][]influence
	rows := 2 * len(w.rings)
	at := func(row, side int) exact.Vec3 {
		row = (row + rows) % rows
		i, inward := row, 0.0
		if row >= len(w.rings) {
			i, inward = rows-1-row, w.thick
		}
		ring := w.rings[i]
		sin, cos := exact.SinCos(float64(float64(side%wrapSides) * (2 * math.Pi / wrapSides)))
		fold := 1.0
		if w.folds > 0 {
			part := float64(i) / float64(len(w.rings)-1)
			fold += float64(float64(w.depth*part) *
				exact.Cos(float64(float64(side%wrapSides*w.folds)*(2*math.Pi/wrapSides))))
		}
		return exact.Vec3{
			float64((float64(ring.wide*fold) - inward) * sin), ring.y,
			ring.ahead + float64((float64(ring.deep*fold)-inward)*cos),
		}
	}
	for row := range rows {
		for side := range wrapSides {
			p := at(row, side)
			along := at(row, side+1).Sub(at(row, side+wrapSides-1))
			down := at(row+1, side).Sub(at(row-1, side))
			normal := down.Cross(along).Normalized()
			shade := float32(1)
			if row >= len(w.rings) { // inside it is dark
				shade = 0.4
			}
			out.Positions, out.Normals = append(out.Positions, posing.Vec32(p)), append(out.Normals, posing.Vec32(normal))
			out.Colors = append(out.Colors, mgl32.Vec4{shade, shade, shade, 1})
			kept = append(kept, w.weight(p))
			a, b := uint32(row*wrapSides+side), uint32(row*wrapSides+(side+1)%wrapSides)
			below := uint32((row + 1) % rows * wrapSides)
			c, d := below+uint32(side), below+uint32((side+1)%wrapSides)
			out.Indices = append(out.Indices, a, c, b, b, c, d)
		}
	}
	out.Joints, out.Weights = influenceStreams(kept)
	return out
}
