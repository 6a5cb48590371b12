package modifier

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/solving"
)

// springOracle is a spring in float64 and in the world, from the equations: a chain without joints
// between.
type springOracle struct {
	settings SpringSettings
	began    bool
	left     float64
	root     mgl64.Vec3
	bones    []mgl64.Vec3 // animated, of the frame before
	current  []mgl64.Vec3
	previous []mgl64.Vec3
	shapes   [][2]mgl64.Vec3
}

// oracleFrame is what the oracle knows of a frame, in the world.
type oracleFrame struct {
	root   mgl64.Vec3
	bones  []mgl64.Vec3
	shapes [][2]mgl64.Vec3
	scale  float64
}

// frame returns where the tails are shown.
func (o *springOracle) frame(seconds float64, f oracleFrame) []mgl64.Vec3 {
	const h = 1.0 / 60
	tails := func(bones []mgl64.Vec3) (out []mgl64.Vec3) {
		at := f.root
		for _, b := range bones {
			at = at.Add(b)
			out = append(out, at)
		}
		return out
	}
	if !o.began {
		o.began, o.root, o.bones, o.shapes = true, f.root, f.bones, f.shapes
		o.current, o.previous = tails(f.bones), tails(f.bones)
		seconds, o.left = 0, 0
	}
	full := int((o.left+seconds)/h + 1e-3)
	after := o.left + seconds - float64(full)*h
	var shown []mgl64.Vec3
	for k := 1; k <= full; k++ {
		t := 1.0
		if k < full || after/h >= 2e-3 {
			t = (float64(k)*h - o.left) / seconds
		}
		shown = o.substep(f, t, 1)
		o.previous, o.current = o.current, shown
	}
	if after/h >= 2e-3 || full == 0 {
		part := after / h
		if part < 2e-3 {
			part = 0
		}
		shown = o.substep(f, 1, part)
	}
	o.left, o.root, o.bones, o.shapes = after, f.root, f.bones, f.shapes
	return shown
}

func mixed(a, b mgl64.Vec3, t float64) mgl64.Vec3 { return a.Mul(1 - t).Add(b.Mul(t)) }

// rotationTo is the shortest rotation between two unit vectors, by Rodrigues' formula.
func rotationTo(from, to mgl64.Vec3) mgl64.Mat3 {
	axis := from.Cross(to)
	x := mgl64.Mat3{0, axis[2], -axis[1], -axis[2], 0, axis[0], axis[1], -axis[0], 0}
	return mgl64.Ident3().Add(x).Add(x.Mul3(x).Mul(1 / (1 + from.Dot(to))))
}

func (o *springOracle) substep(f oracleFrame, t, part float64) (tails []mgl64.Vec3) {
	moved, head := mgl64.Ident3(), mixed(o.root, f.root, t)
	for i := range o.bones {
		s := o.settings.Spring
		if len(o.settings.Bones) > 0 {
			s = o.settings.Bones[i]
		}
		rest := moved.Mul3x1(mixed(o.bones[i], f.bones[i], t)).Normalize()
		length := f.bones[i].Len()
		down := mgl64.Vec3{
			float64(s.GravityDirection[0]), float64(s.GravityDirection[1]),
			float64(s.GravityDirection[2]),
		}
		if down.Len() == 0 {
			down = mgl64.Vec3{0, -1, 0}
		}
		tail := o.current[i].Add(o.current[i].Sub(o.previous[i]).Mul((1 - float64(s.Drag)) * part))
		tail = tail.Add(rest.Mul(float64(s.Stiffness) / 60 * part * f.scale)).
			Add(down.Normalize().Mul(float64(s.Gravity) / 60 * part * f.scale))
		tail = head.Add(tail.Sub(head).Normalize().Mul(length))
		for c, shape := range o.settings.Colliders {
			at := [2]mgl64.Vec3{mixed(o.shapes[c][0], f.shapes[c][0], t), mixed(o.shapes[c][1], f.shapes[c][1], t)}
			tail = pushOnce(shape, at, tail, head, length, float64(s.HitRadius)*f.scale, float64(shape.Radius)*f.scale)
		}
		moved = rotationTo(rest, tail.Sub(head).Normalize()).Mul3(moved)
		tails, head = append(tails, tail), tail
	}
	return tails
}

// pushOnce is a collision as VRM has it.
func pushOnce(shape Collider, at [2]mgl64.Vec3, tail, head mgl64.Vec3, length, hit, radius float64) mgl64.Vec3 {
	center := at[0]
	var push mgl64.Vec3
	switch shape.Shape {
	case PlaneCollider:
		normal := at[1].Normalize()
		distance := tail.Sub(center).Dot(normal) - hit
		if distance >= 0 {
			return tail
		}
		push = normal.Mul(-distance)
	default:
		if shape.Shape == CapsuleCollider {
			along := at[1].Sub(at[0])
			center = at[0].Add(along.Mul(min(max(along.Dot(tail.Sub(at[0]))/along.Dot(along), 0), 1)))
		}
		out := tail.Sub(center)
		distance, limit := out.Len(), radius+hit
		if shape.Inside {
			limit = radius - hit
		}
		if (distance >= limit) != shape.Inside {
			return tail
		}
		push = out.Mul(limit/distance - 1)
	}
	return head.Add(tail.Add(push).Sub(head).Normalize().Mul(length))
}

func to64(v mgl32.Vec3) mgl64.Vec3 { return mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])} }

// oracleOf returns what the oracle needs of a pose.
func oracleOf(skeleton *rig.Skeleton, settings SpringSettings, pose *placedPose, scale float64) oracleFrame {
	world := make([]mgl64.Mat4, skeleton.Len())
	for j := range world {
		l := pose.locals[j]
		q := mgl64.Quat{W: float64(l.Rotation.W), V: to64(l.Rotation.V)}.Normalize()
		s := to64(l.Scale)
		world[j] = mgl64.Translate3D(to64(l.Translation).Elem()).Mul4(q.Mat4()).Mul4(mgl64.Scale3D(s[0], s[1], s[2]))
		parent := mgl64.Ident4()
		if p := skeleton.Parent(j); p >= 0 {
			parent = world[p]
		} else {
			m := pose.world
			for r := range 3 {
				for c := range 4 {
					parent[4*c+r] = float64(m[4*r+c])
				}
			}
		}
		world[j] = parent.Mul4(world[j])
	}
	at := func(name string, v mgl32.Vec3) mgl64.Vec3 {
		j, err := skeleton.FindJoint(name)
		if err != nil {
			panic(err)
		}
		return world[j].Mul4x1(to64(v).Vec4(1)).Vec3()
	}
	f := oracleFrame{root: at(settings.Joints[0], mgl32.Vec3{}), scale: scale}
	for i, name := range settings.Joints[:len(settings.Joints)-1] {
		f.bones = append(f.bones, at(settings.Joints[i+1], mgl32.Vec3{}).Sub(at(name, mgl32.Vec3{})))
	}
	if settings.Tip != (mgl32.Vec3{}) {
		last := settings.Joints[len(settings.Joints)-1]
		f.bones = append(f.bones, at(last, settings.Tip).Sub(at(last, mgl32.Vec3{})))
	}
	for _, c := range settings.Colliders {
		second := at(c.Joint, c.Tail)
		if c.Shape == PlaneCollider {
			second = at(c.Joint, c.Normal).Sub(at(c.Joint, mgl32.Vec3{}))
		}
		f.shapes = append(f.shapes, [2]mgl64.Vec3{at(c.Joint, c.Offset), second})
	}
	return f
}

// Springs agree with the same equations in float64, in the world, at any frame rate and scale of
// the character.
func TestSpringsMatchReference(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 1))
	worst := 0.0
	for trial := range 40 {
		skeleton, names := ponytail(t, 4, 0.12)
		settings := SpringSettings{Joints: names, PushOnce: true, Teleport: 1e3}
		if trial%2 == 0 {
			settings.Spring = randomSpring(random)
		} else {
			for range names[1:] {
				settings.Bones = append(settings.Bones, randomSpring(random))
			}
		}
		if trial%3 > 0 {
			settings.Colliders = []Collider{
				{Joint: "head", Offset: mgl32.Vec3{0, -0.05, 0}, Radius: 0.1},
				{
					Joint: "hip", Shape: CapsuleCollider, Offset: mgl32.Vec3{-0.1, 0.4, -0.1},
					Tail: mgl32.Vec3{0.1, 0.4, -0.1}, Radius: 0.08,
				},
				{Joint: "hip", Shape: PlaneCollider, Offset: mgl32.Vec3{0, 0.3, 0}, Normal: mgl32.Vec3{0, 0.8, -0.6}},
				{Joint: "head", Radius: 0.45, Inside: true},
			}[:1+random.IntN(4)]
		}
		s := newSwing(mustBuild(t, New("s", skeleton).Spring("swing", settings)))
		var oracles [solving.Lanes]springOracle
		var starts [solving.Lanes]float64
		scale := float32(math.Pow(4, random.Float64()*2-1))
		for l := range oracles {
			oracles[l].settings, starts[l] = settings, random.Float64()*5
		}
		now := 0.0
		for range 240 {
			seconds := float32(1) / []float32{30, 60, 144, 240, 7, 97}[random.IntN(6)]
			now += float64(seconds)
			var poses [solving.Lanes]*placedPose
			for l := range poses {
				poses[l] = runner(skeleton, now+starts[l])
				m := mgl32.Scale3D(scale, scale, scale)
				poses[l].world = rig.MatrixFromMat4(m).Mul(poses[l].world).Mul(rig.IdentityMatrix())
			}
			positions := s.frame(seconds, poses)
			for l := range poses {
				tails := oracles[l].frame(float64(seconds), oracleOf(skeleton, settings, poses[l], float64(scale)))
				for i, tail := range tails {
					miss := to64(positions[l][i+3]).Sub(tail).Len() / float64(scale)
					worst = max(worst, miss)
					if !(miss < 2e-4) {
						t.Fatalf("trial %d, %v s, lane %d, tail %d: at %v, want %v, off by %.3g m", trial, now, l, i,
							positions[l][i+3], tail, miss)
					}
				}
			}
		}
	}
	t.Logf("largest difference: %.3g m", worst)
}
