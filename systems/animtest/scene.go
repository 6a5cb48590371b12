package animtest

import (
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/animtest/internal/drawing"
)

var (
	background = [3]uint8{232, 235, 238}
	gridColor  = [3]uint8{196, 201, 206}
	// The bones of the character's left side, the middle and the right side have colors of their own.
	leftColor   = [3]uint8{40, 105, 200}
	middleColor = [3]uint8{70, 74, 80}
	rightColor  = [3]uint8{205, 75, 45}
	jointColor  = [3]uint8{25, 27, 30}
)

// scene is what is drawn of a take.
type scene struct {
	sheet    *Sheet
	take     *Take
	skeleton *assets.Skeleton
	sides    []float64 // of joints: x in the rest pose
	meshes   bool
	bones    bool
	vertices ecs.Vertices
}

func newScene(sheet *Sheet, take *Take) *scene {
	s := &scene{sheet: sheet, take: take, skeleton: take.Frames[0].Pose.Skeleton(), meshes: sheet.Mesh, bones: sheet.Bones}
	rest := rig.NewPose(s.skeleton).ModelMatrices(nil)
	for j := range s.skeleton.Len() {
		s.sides = append(s.sides, float64(rig.MatrixAt(rest, j)[3]))
	}
	if take.Model == nil || len(take.Model.Parts) == 0 {
		s.meshes, s.bones = false, true
	}
	return s
}

// placed returns the matrix from model space to where a frame is drawn.
func (s *scene) placed(f *Frame) rig.Matrix {
	if s.sheet.InWorld {
		return f.World
	}
	return rig.IdentityMatrix()
}

func spot(m rig.Matrix, p mgl32.Vec3) exact.Vec3 { return exact.ToVec3(m.Point(p)) }

// joint returns where a joint is drawn.
func (s *scene) joint(f *Frame, place rig.Matrix, joint int) exact.Vec3 {
	m := rig.MatrixAt(f.Models, joint)
	return spot(place, mgl32.Vec3{m[3], m[7], m[11]})
}

// surface is a primitive of a frame, skinned.
type surface struct {
	primitive *mesh.Primitive
	material  mesh.Material
	texture   *texture // of the base color, or nil
	positions []mgl32.Vec3
	normals   []mgl32.Vec3
}

// surfaces calls do with each primitive of triangles that a frame shows.
func (s *scene) surfaces(f *Frame, do func(*surface)) {
	library, model := s.take.Library, s.take.Model
	for i := range model.Parts {
		part := &model.Parts[i]
		if !part.Shown(f.Pose.Morphs) || i < 64 && f.Hidden>>i&1 != 0 {
			continue
		}
		palette := library.Skin(part.Skin).Palette(nil, f.Models)
		weights := f.Pose.Morphs[part.Morphs.Offset:][:part.Morphs.Count]
		shape := library.Mesh(part.Mesh)
		for k := range shape.Primitives {
			p := &shape.Primitives[k]
			if p.Topology != mesh.Triangles {
				continue
			}
			material := mesh.DefaultMaterial()
			if m := library.Material(p.Material); m != nil {
				material = *m
			}
			if values, animated := part.MaterialValues(k); animated {
				material = values.Apply(&material, f.Pose.Morphs)
			}
			systems.SkinPrimitive(&s.vertices, p, part, palette, weights)
			do(&surface{
				primitive: p, material: material, texture: newTexture(library, p, material.BaseColorTexture),
				positions: s.vertices.Positions, normals: s.vertices.Normals,
			})
		}
	}
}

// bounds adds what a frame shows to a box.
func (s *scene) bounds(f *Frame, box *drawing.Box, d *drawing.Directions) {
	place := s.placed(f)
	if s.bones {
		for j := range s.skeleton.Len() {
			box.Add(d, s.joint(f, place, j))
		}
	}
	if s.meshes {
		s.surfaces(f, func(m *surface) {
			for _, p := range m.positions {
				box.Add(d, spot(place, p))
			}
		})
	}
}

// draw draws a frame.
func (s *scene) draw(c *drawing.Canvas, camera *drawing.Camera, f *Frame) {
	s.drawGround(c, camera, f)
	place := s.placed(f)
	if s.meshes {
		s.surfaces(f, func(m *surface) { s.drawSurface(c, camera, place, m) })
		c.ClearDepth()
	}
	if s.bones {
		s.drawBones(c, camera, place, f)
	}
}

// drawGround draws lines on the ground of the world, in squares of a side of 1, 2 or 5 times a power
// of ten that is about a third of the character.
func (s *scene) drawGround(c *drawing.Canvas, camera *drawing.Camera, f *Frame) {
	world := f.World // from where lines are in the world to where they are drawn
	toDrawn := rig.IdentityMatrix()
	if !s.sheet.InWorld {
		inverse, ok := world.Inverse()
		if !ok {
			return
		}
		toDrawn = inverse
	}
	radius := camera.Radius()
	scale := 1.0 // of the model in the world
	if !s.sheet.InWorld {
		axes := [12]float32(world)
		scale = float64(exact.LongestAxis(&axes))
	}
	radius *= scale
	if !(radius > 0) || math.IsInf(radius, 0) {
		return
	}
	step := 1.0
	for step > radius/3 {
		step /= 10
	}
	for step*10 <= radius/3 {
		step *= 10
	}
	for _, times := range [...]float64{5, 2} {
		if step*times <= radius/3 {
			step *= times
			break
		}
	}
	middle := camera.Middle()
	if !s.sheet.InWorld {
		middle = spot(world, mgl32.Vec3(middle.Float32()))
	}
	reach := float64(math.Ceil(radius*1.2/step) * step)
	line := func(a, b exact.Vec3) {
		from, ok := camera.Project(spot(toDrawn, mgl32.Vec3(a.Float32())))
		to, ok2 := camera.Project(spot(toDrawn, mgl32.Vec3(b.Float32())))
		if ok && ok2 {
			c.Stick(from, to, 2, 2, gridColor)
		}
	}
	baseX, baseZ := float64(math.Floor(middle[0]/step)*step), float64(math.Floor(middle[2]/step)*step)
	for at := -reach; at <= reach; at += step {
		line(exact.Vec3{baseX + at, 0, baseZ - reach}, exact.Vec3{baseX + at, 0, baseZ + reach})
		line(exact.Vec3{baseX - reach, 0, baseZ + at}, exact.Vec3{baseX + reach, 0, baseZ + at})
	}
	c.ClearDepth()
}

// drawSurface draws the triangles of a primitive in its base color, lit from above on the left.
func (s *scene) drawSurface(c *drawing.Canvas, camera *drawing.Camera, place rig.Matrix, m *surface) {
	corners, seen := make([]drawing.Vertex, len(m.positions)), make([]bool, len(m.positions))
	points := make([]exact.Vec3, len(m.positions))
	for i, p := range m.positions {
		points[i] = spot(place, p)
		corners[i], seen[i] = camera.Project(points[i])
		color := mgl32.Vec4{1, 1, 1, 1}
		if m.primitive.Colors != nil {
			color = m.primitive.Colors[i]
		}
		u, v := m.texture.coordinates(i)
		corners[i].Attributes = drawing.Attributes{
			u, v, 1, float64(color[0]), float64(color[1]), float64(color[2]),
		}
		if len(m.normals) == len(m.positions) && !s.sheet.Flat {
			corners[i].Attributes[2] = light(camera, direction(place, m.normals[i]))
		}
	}
	lit := !m.material.Unlit
	base := m.material.BaseColor
	shade := func(a *drawing.Attributes) (color [3]uint8, part float64) {
		r, g, b, alpha := m.texture.at(a[0], a[1])
		bright := a[2]
		if !lit {
			bright = 1
		}
		alpha *= float64(base[3])
		switch m.material.AlphaMode {
		case mesh.AlphaMask:
			if alpha < float64(m.material.AlphaCutoff) {
				return color, 0
			}
			alpha = 1
		case mesh.AlphaOpaque:
			alpha = 1
		}
		for i, v := range [...]float64{r, g, b} {
			color[i] = drawing.Encode(float64(float64(v*float64(base[i]))*a[3+i]) * bright)
		}
		return color, alpha
	}
	keep := m.material.AlphaMode != mesh.AlphaBlend
	for list := m.primitive.Indices; len(list) >= 3; list = list[3:] {
		if !seen[list[0]] || !seen[list[1]] || !seen[list[2]] {
			continue
		}
		t := [3]drawing.Vertex{corners[list[0]], corners[list[1]], corners[list[2]]}
		if s.sheet.Flat {
			p := points[list[0]]
			bright := light(camera, points[list[1]].Sub(p).Cross(points[list[2]].Sub(p)))
			for i := range t {
				t[i].Attributes[2] = bright
			}
		}
		c.Triangle(&t, keep, shade)
	}
}

// direction returns a direction of model space where it is drawn.
func direction(m rig.Matrix, v mgl32.Vec3) exact.Vec3 {
	return spot(m, v).Sub(spot(m, mgl32.Vec3{}))
}

// light returns how bright a surface with a normal is. Both of its sides are lit as the one that the
// eye sees.
func light(camera *drawing.Camera, normal exact.Vec3) float64 {
	n := camera.Facing(normal).Normalized()
	if n[2] < 0 {
		n = n.Scale(-1)
	}
	toLight := exact.Vec3{-0.48, 0.6, 0.64} // of length 1
	return 0.28 + float64(0.72*max(0, n.Dot(toLight)))
}

// drawBones draws a stick from each joint to those that hang on it, tapered like a bone.
func (s *scene) drawBones(c *drawing.Canvas, camera *drawing.Camera, place rig.Matrix, f *Frame) {
	_, height := c.Size()
	thick := max(3, height/70)
	for j := range s.skeleton.Len() {
		at, ok := camera.Project(s.joint(f, place, j))
		if !ok {
			continue
		}
		c.Dot(at, thick*0.6, jointColor)
		parent := s.skeleton.Parent(j)
		if parent < 0 {
			continue
		}
		from, ok := camera.Project(s.joint(f, place, parent))
		if !ok {
			continue
		}
		color := middleColor
		if side, edge := s.sides[j], 0.02*s.skeleton.Size(); side > edge {
			color = leftColor
		} else if side < -edge {
			color = rightColor
		}
		c.Stick(from, at, thick, thick/3, color)
	}
}

// texture is a base color texture; nil is white.
type texture struct {
	image *mesh.Image
	of    *mesh.Texture
	set   []mgl32.Vec2
}

func newTexture(library *assets.Library, p *mesh.Primitive, of *mesh.Texture) *texture {
	if of == nil || of.TexCoord < 0 || of.TexCoord > 1 || p.TexCoords[of.TexCoord] == nil {
		return nil
	}
	image := library.Image(of.Image)
	if image.IsEmpty() || image.Check() != nil {
		return nil
	}
	return &texture{image, of, p.TexCoords[of.TexCoord]}
}

// coordinates returns where in the texture a vertex is.
func (x *texture) coordinates(vertex int) (u, v float64) {
	if x == nil {
		return 0, 0
	}
	t, m := x.set[vertex], &x.of.Transform
	row := func(i int) float64 {
		return float64(float64(m[i])*float64(t[0])) + float64(float64(m[3+i])*float64(t[1])) + float64(m[6+i])
	}
	return row(0), row(1)
}

// at returns the linear color and the alpha of the texel at a place.
func (x *texture) at(u, v float64) (r, g, b, alpha float64) {
	if x == nil {
		return 1, 1, 1, 1
	}
	column, line := wrap(u, x.image.Width, x.of.WrapU), wrap(v, x.image.Height, x.of.WrapV)
	c := x.image.Pixels[4*(line*x.image.Width+column):][:4]
	return drawing.Decode(c[0]), drawing.Decode(c[1]), drawing.Decode(c[2]), float64(c[3]) / 255
}

// wrap returns the texel of a coordinate along a side of some texels.
func wrap(x float64, texels int, mode mesh.Wrap) int {
	if !exact.IsFinite(x) {
		return 0
	}
	switch mode {
	case mesh.WrapRepeat:
		x -= math.Floor(x)
	case mesh.WrapMirror:
		x -= 2 * math.Floor(x/2)
		x = 1 - math.Abs(1-x)
	}
	return int(min(max(math.Floor(x*float64(texels)), 0), float64(texels-1)))
}

// printable returns a name as the font can show it, in some letters at most.
func printable(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, text)
	if len(text) > most {
		return text[:max(most-2, 0)] + ".."
	}
	return text
}
