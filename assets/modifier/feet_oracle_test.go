package modifier_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/solving"
)

// biped is a skeleton of a pelvis and two legs, of random proportions, size and orientation, which
// may be mirrored, and its foot placement.
type biped struct {
	skeleton  *rig.Skeleton
	stack     *solving.Stack
	size      float64
	hasToe    [2]bool
	bendsToes bool
	reference footReference
}

func wide32(v mgl32.Vec3) mgl64.Vec3 {
	return mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}

// wide returns a matrix in float64.
func wide(m rig.Matrix) mgl64.Mat4 {
	out := mgl64.Ident4()
	for r := range 3 {
		for c := range 4 {
			out.Set(r, c, float64(m[4*r+c]))
		}
	}
	return out
}

func newBiped(t testing.TB, random *rand.Rand) *biped {
	t.Helper()
	uniform := func(low, high float64) float32 { return float32(low + (high-low)*random.Float64()) }
	b := &biped{size: []float64{0.01, 1, 1, 100}[random.IntN(4)]}
	size := float32(b.size)
	one := mgl32.Vec3{1, 1, 1}
	turn := randomQuat(random)
	mirror := []float32{1, 1, -1}[random.IntN(3)]
	joint := func(name string, parent int, x, y, z float32) rig.Joint {
		return rig.Joint{
			Name: name, Parent: parent,
			Rest: rig.TRS{Rotation: mgl32.QuatIdent(), Translation: mgl32.Vec3{x, y, z}, Scale: one},
		}
	}
	thigh, shin := uniform(0.35, 0.5), uniform(0.35, 0.5)
	joints := []rig.Joint{
		{Name: "root", Parent: -1, Rest: rig.TRS{
			Rotation: turn, Translation: randomUnit(random).Mul(0.1 * size),
			Scale: mgl32.Vec3{mirror * size, size, size},
		}},
		joint("pelvis", 0, 0, thigh+shin+0.08, 0),
	}
	settings := modifier.Feet{Pelvis: "pelvis", Up: turn.Rotate(mgl32.Vec3{0, 1, 0}), NoLock: random.IntN(5) == 0}
	settings.Floor = settings.Up.Dot(joints[0].Rest.Translation)
	for i, side := range []string{"left", "right"} {
		x := []float32{0.1, -0.1}[i]
		first := len(joints)
		joints = append(joints, joint(side+" thigh", 1, x, 0, 0), joint(side+" shin", first, 0, -thigh, 0.01),
			joint(side+" foot", first+1, 0, -shin, -0.02),
			joint(side+" toe", first+2, 0, -0.06, 0.12))
		foot := modifier.Foot{
			Root: side + " thigh", Middle: side + " shin", End: side + " foot", Toe: side + " toe",
			Bend: mgl32.Vec3{0, 0, 1},
		}
		if random.IntN(4) == 0 {
			foot.Toe, foot.Height = "", uniform(0, 0.1)*size
		}
		b.hasToe[i] = foot.Toe != ""
		if foot.Toe != "" && random.IntN(3) > 0 {
			foot.ToeLength, foot.TipHeight = uniform(0.04, 0.1)*size, float32(random.IntN(2))*uniform(0.01, 0.03)*size
		}
		if random.IntN(2) > 0 {
			foot.HeelLength, foot.HeelHeight = uniform(0, 0.1)*size, uniform(0.01, 0.05)*size
		}
		settings.Feet = append(settings.Feet, foot)
	}
	if random.IntN(3) == 0 {
		settings.PelvisHalfLife, settings.ReleaseHalfLife = uniform(0.01, 0.3), uniform(0.01, 0.3)
		settings.LockSpeed, settings.ReleaseSpeed, settings.ReleaseDistance = uniform(0.1, 0.5)*size,
			uniform(0.5, 2)*size, uniform(0.05, 0.3)*size
		settings.MaxDrop, settings.MaxStep, settings.MaxPitch, settings.MaxRoll = uniform(0.1, 0.5)*size,
			uniform(0.1, 0.5)*size, uniform(0.1, 0.9), uniform(0.1, 0.9)
		settings.MaxToeUp, settings.MaxToeDown, settings.NoToes = uniform(0.1, 1.2), uniform(0.1, 1),
			random.IntN(4) == 0
		settings.ReleaseAngle = uniform(0.1, 1)
		settings.FootSpeed, settings.TiltSpeed = uniform(0.5, 5)*size, uniform(1, 10)
	}
	var err error
	if b.skeleton, err = rig.NewSkeleton("biped", joints, nil); err != nil {
		t.Fatal(err)
	}
	b.stack = solveTest(t, modifier.New("feet", b.skeleton).Feet("feet", settings))
	b.bendsToes = !settings.NoToes
	b.setReference(&settings)
	return b
}

// setReference gives the reference the settings, with the documented values for those that are 0.
func (b *biped) setReference(s *modifier.Feet) {
	rest := make([]mgl64.Mat4, b.skeleton.Len())
	for j := range rest {
		rest[j] = wide(b.skeleton.Rest(j).Matrix())
		if parent := b.skeleton.Parent(j); parent >= 0 {
			rest[j] = rest[parent].Mul4(rest[j])
		}
	}
	joint := func(name string) mgl64.Mat4 { i, _ := b.skeleton.FindJoint(name); return rest[i] }
	length := 0.0
	for _, foot := range s.Feet {
		hip, knee, ankle := at(joint(foot.Root)), at(joint(foot.Middle)), at(joint(foot.End))
		length = max(length, knee.Sub(hip).Len()+ankle.Sub(knee).Len())
	}
	or := func(x float32, otherwise float64) float64 {
		if x == 0 {
			return otherwise
		}
		return float64(x)
	}
	b.reference = footReference{
		up: wide32(s.Up).Normalize(), floor: float64(s.Floor), length: length, maxDrop: or(s.MaxDrop, length/2),
		maxStep:  or(s.MaxStep, 0.6*length),
		maxPitch: or(s.MaxPitch, 0.7), maxRoll: or(s.MaxRoll, 0.5),
		maxToeUp: or(s.MaxToeUp, 0.9), maxToeDown: or(s.MaxToeDown, 0.5), pelvisHalfLife: or(s.PelvisHalfLife, 0.06),
		footSpeed: or(s.FootSpeed, 4*length),
		tiltSpeed: or(s.TiltSpeed, 6), lockSpeed: or(s.LockSpeed, length/3),
		releaseSpeed:    or(s.ReleaseSpeed, length/0.9),
		releaseDistance: or(s.ReleaseDistance, 0.2/0.9*length), releaseHalfLife: or(s.ReleaseHalfLife, 0.05),
		releaseAngle: or(s.ReleaseAngle, 0.5),
		locks:        !s.NoLock,
	}
	for _, foot := range s.Feet {
		leg := legReference{bend: wide32(foot.Bend)}
		toe, ahead := joint(foot.End), mgl64.Vec3{0, 0, 1}
		if foot.Toe != "" {
			toe = joint(foot.Toe)
			ahead = at(toe).Sub(at(joint(foot.End)))
		}
		leg.forward = joint(foot.End).Inv().Mat3().Mul3x1(b.reference.level(ahead))
		leg.footHeight = or(foot.Height, at(toe).Dot(b.reference.up)-float64(s.Floor))
		leg.armHeight = at(joint(foot.End)).Sub(at(toe)).Dot(b.reference.up)
		if foot.ToeLength > 0 {
			leg.tipHeight = or(foot.TipHeight, 0.7*leg.footHeight)
			leg.flatToe = toe.Mat3()
			leg.tip = b.reference.level(ahead).Normalize().Mul(float64(foot.ToeLength)).
				Add(b.reference.up.Mul(leg.tipHeight - leg.footHeight))
		}
		if leg.heelHeight = float64(foot.HeelHeight); leg.heelHeight > 0 {
			end := at(joint(foot.End))
			heel := end.Sub(b.reference.level(ahead).Normalize().Mul(float64(foot.HeelLength)))
			heel = heel.Add(b.reference.up.Mul(float64(s.Floor) + leg.heelHeight - heel.Dot(b.reference.up)))
			leg.heel = transformPoint(joint(foot.End).Inv(), heel)
		}
		b.reference.legs = append(b.reference.legs, leg)
	}
}

// poses returns the model matrices of the legs in float64.
func (b *biped) poses(locals []rig.TRS) (poses []poseReference, pelvis mgl64.Mat4) {
	models := make([]mgl64.Mat4, len(locals))
	for j, local := range locals {
		t, q := local.Translation, local.Rotation
		models[j] = mgl64.Translate3D(float64(t[0]), float64(t[1]), float64(t[2])).
			Mul4(mgl64.Quat{W: float64(q.W), V: wide32(q.V)}.Mat4()).
			Mul4(mgl64.Scale3D(float64(local.Scale[0]), float64(local.Scale[1]), float64(local.Scale[2])))
		if parent := b.skeleton.Parent(j); parent >= 0 {
			models[j] = models[parent].Mul4(models[j])
		}
	}
	for _, first := range []int{2, 6} {
		pose := poseReference{models[first], models[first+1], models[first+2], models[first+3], models[first+3]}
		if !b.hasToe[first/4] {
			pose.toe = pose.end
		}
		poses = append(poses, pose)
	}
	return poses, models[1]
}

func randomUnit64(random *rand.Rand) mgl64.Vec3 { return wide32(randomUnit(random)) }

// stepper animates a biped, its Transform and the ground.
type stepper struct {
	random  *rand.Rand
	phase   float64
	speed   float64
	world   mgl64.Mat4
	toScale float64
	ground  [2]groundReference
	turn    mgl32.Quat
	stands  bool // on one foot
}

func newStepper(random *rand.Rand, b *biped) *stepper {
	s := &stepper{
		random: random, phase: random.Float64() * 6, speed: 1 + 7*random.Float64(),
		toScale: []float64{0.01, 1, 1, 100}[random.IntN(4)], turn: randomQuat(random), stands: random.IntN(3) == 0,
	}
	q := mgl64.Quat{W: float64(s.turn.W), V: wide32(s.turn.V)}
	mirror := []float64{1, 1, -1}[random.IntN(3)]
	s.world = mgl64.Translate3D(random.NormFloat64()*b.size*s.toScale, 0, random.NormFloat64()*b.size*s.toScale).
		Mul4(q.Mat4()).Mul4(mgl64.Scale3D(s.toScale*mirror, s.toScale, s.toScale))
	return s
}

// step returns the next animated pose, the Transform and the ground.
func (s *stepper) step(b *biped, seconds float64) (locals []rig.TRS, world rig.Matrix) {
	if s.random.IntN(40) == 0 {
		s.speed = []float64{0, 0.2, 2, 6}[s.random.IntN(4)]
	}
	s.phase += s.speed * seconds
	for j := range b.skeleton.Len() {
		locals = append(locals, b.skeleton.Rest(j))
	}
	for i, first := range []int{2, 6} {
		swing := math.Sin(s.phase + math.Pi*float64(i))
		rotate := func(j int, angle float64) {
			locals[j].Rotation = mgl32.QuatRotate(float32(angle), mgl32.Vec3{1, 0.1, 0}.Normalize())
		}
		if s.stands && i == 1 {
			rotate(first, -0.1)
			rotate(first+1, 0.2)
			continue
		}
		rotate(first, 0.4*swing-0.2)
		rotate(first+1, 0.4+0.3*math.Cos(s.phase+math.Pi*float64(i)))
		rotate(first+2, 0.2*swing-0.15)
	}
	up := b.reference.up
	ahead := b.reference.level(s.world.Mat3().Inv().Mul3x1(mgl64.Vec3{1, 0, 0}))
	s.world = s.world.Mul4(
		mgl64.Translate3D(ahead.Mul(0.1 * b.size * seconds * s.speed / 6 / max(ahead.Len(), 1e-9)).Elem())).
		Mul4(mgl64.HomogRotate3D(0.1*seconds, up))
	if s.random.IntN(100) == 0 { // put somewhere else
		s.world = s.world.Mul4(mgl64.Translate3D(randomUnit64(s.random).Mul(5 * b.size).Elem()))
	}
	narrow := mgl32.Mat4{}
	for i, x := range s.world {
		narrow[i] = float32(x)
	}
	world = rig.MatrixFromMat4(narrow)
	wideWorld := wide(world)
	for i := range s.ground {
		g := &s.ground[i]
		if g.normal.Len() == 0 || s.random.IntN(30) == 0 { // other ground
			n := up.Add(wide32(randomUnit(s.random)).Mul(0.8 * s.random.Float64())).Normalize()
			g.normal = wideWorld.Mat3().Inv().Transpose().Mul3x1(n).Normalize()
			foot := up.Mul(b.reference.floor + b.size*(0.5*s.random.Float64()-0.3))
			g.point = transformPoint(wideWorld, foot)
			g.has = s.random.IntN(10) > 0
			g.marker = max(s.random.IntN(6)-3, -1)
			if g.marker > 1 {
				g.marker = 0
			}
			g.changes = g.normal[0] > 0 && g.normal[2] > 0 // of about a quarter of the feet
		}
		for k := range 3 { // as the solver gets them
			g.point[k], g.normal[k] = float64(float32(g.point[k])), float64(float32(g.normal[k]))
		}
	}
	return locals, world
}

// drift returns a platform a frame later.
func (s *stepper) drift(b *biped, before *rig.Matrix) rig.Matrix {
	way := randomUnit(s.random).Mul(float32(0.003 * b.size * s.toScale * s.random.Float64()))
	turn := mgl32.QuatRotate(0.002*s.random.Float32(), randomUnit(s.random))
	at := before.Point(mgl32.Vec3{})
	center := mgl32.Vec3{float32(s.world[12]), float32(s.world[13]), float32(s.world[14])} // under the character
	to := center.Add(turn.Rotate(at.Sub(center))).Add(way)
	rotation := before.Mat4()
	rotation.SetCol(3, mgl32.Vec4{0, 0, 0, 1})
	return rig.MatrixFromMat4(mgl32.Translate3D(to.Elem()).Mul4(turn.Mat4()).Mul4(rotation))
}

// TestFeetAgainstReference compares the legs with a reference in float64, over random frames of
// bipeds of all sizes.
func TestFeetAgainstReference(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 98))
	worst, frames, locked, stepping, compared, bent, steep, near := 0.0, 0, 0, 0, 0, 0, 0, 0
	bipeds := long(150, 10000)
	for range bipeds {
		b := newBiped(t, random)
		s := newStepper(random, b)
		rides := random.IntN(2) == 0 // on platforms, one under each foot
		var carried [2]struct {
			Before rig.Matrix
			Point  mgl32.Vec3
		}
		for i := range carried {
			carried[i].Before = rig.MatrixFromMat4(mgl32.Translate3D(randomUnit(random).Mul(float32(3 * b.size * s.toScale)).Elem()).
				Mul4(randomQuat(random).Mat4()))
		}
		c := character{state: make([]float32, b.stack.StateSize())}
		c.goals[0].Weight = 1
		for range 90 {
			c.delta = 1/120.0 + float32(random.Float64())/30
			locals, world := s.step(b, float64(c.delta))
			c.locals = locals
			for i := 0; rides && i < len(carried); i++ {
				now := s.drift(b, &carried[i].Before)
				b.stack.FootProbes()[i].Carry(c.state, &carried[i].Before, &now, &carried[i].Point)
				b.reference.legs[i].carry(wide(now).Mul4(wide(carried[i].Before).Inv()))
				carried[i].Before = now
			}
			w := block(b.skeleton, []*character{&c})
			w.Motions[0] = &solving.Motion{World: world, Before: world}
			for _, g := range s.ground {
				var ground solving.FootGround
				if g.changes {
					ground.SetChanging()
				}
				if g.has {
					ground.Set(mgl32.Vec3{float32(g.point[0]), float32(g.point[1]), float32(g.point[2])},
						mgl32.Vec3{float32(g.normal[0]), float32(g.normal[1]), float32(g.normal[2])})
				}
				ground.SetPlanted(float32(g.marker))
				w.Ground[0] = append(w.Ground[0], ground)
			}
			poses, pelvis := b.poses(locals)
			b.stack.Solve(w)
			height := b.reference.frame(wide(world), poses, s.ground[:], float64(c.delta))
			if b.reference.margin < 1e-4 {
				near++ // rounding may decide otherwise
				break
			}
			frames++
			kernel.LocalToModel(w.Model, w.Locals, b.skeleton.Parents())
			length := b.reference.length
			moved := at(wide(matrix(w, 1, 0))).Sub(at(pelvis)).Sub(b.reference.up.Mul(height)).Len() / length
			worst = max(worst, moved)
			for i, first := range []int{2, 6} {
				leg := &b.reference.legs[i]
				if leg.locked {
					locked++
				}
				if leg.lift > 0.005*length {
					stepping++
				}
				if phase := c.state[8+24*i]; (phase == 2) != leg.locked {
					t.Fatalf("foot %d has the phase %v, and is locked in the reference: %v", i, phase, leg.locked)
				}
				if leg.changed+math.Abs(height) < 2e-3*length || leg.cosine < -0.98 {
					continue // fades out, or the leg turns by nearly 180 degrees, about an axis that rounding decides
				}
				compared++
				knee, ankle := at(wide(matrix(w, first+1, 0))).
					Sub(leg.knee).Len()/length, at(wide(matrix(w, first+2, 0))).Sub(leg.ankle).Len()/length
				knee /= 10 // where the leg is nearly straight, a small way of the ankle moves it far
				toe, wantToe := wide(matrix(w, first+3, 0)).Mat3(), leg.turn.Mat4().Mat3()
				if b.hasToe[i] && b.bendsToes {
					wantToe = leg.toeTurn.Mat4().Mat3()
					if leg.toeAngle > 0.01 && leg.isRaised {
						bent++
					} else if leg.toeAngle > 0.01 {
						steep++
					}
				}
				toeOff := 0.0
				for _, x := range toe.Sub(wantToe.Mul3(poses[i].ball.Mat3())) {
					toeOff = max(toeOff, math.Abs(x)/b.size/10)
				}
				foot, want := wide(matrix(w, first+2, 0)).Mat3(), leg.turn.Mat4().Mat3().Mul3(poses[i].end.Mat3())
				turned := foot.Sub(want)
				off := 0.0
				for _, x := range turned {
					// A foot is short: where its heel is raised, a small way of the ankle turns it
					// far.
					off = max(off, math.Abs(x)/b.size/10)
				}
				worst = max(worst, knee, ankle, off, toeOff)
				if !(max(knee, ankle, off, toeOff, moved) < 1e-3) {
					t.Fatalf("foot %d: the knee is off by ten times %.2g legs, the ankle by %.2g, the foot's axes by "+
						"ten times %.2g and the toe's by ten times %.2g; the pelvis by %.2g", i, knee, ankle, off,
						toeOff, moved)
				}
			}
		}
	}
	t.Logf("%d frames, %d locked and %d stepping feet, %d toes bent by raised heels and %d by steep ground, %d bipeds left at a "+
		"close decision; largest difference %.2g", frames, locked, stepping, bent, steep, near, worst)
	if frames < bipeds*30 || locked < frames/10 || stepping < frames/100 || compared < frames || bent < frames/20 ||
		steep < frames/20 {
		t.Errorf("%d frames of %d bipeds, %d legs compared, %d locked and %d stepping feet, %d and %d bent toes: too "+
			"few to tell anything", frames, bipeds, compared, locked, stepping, bent, steep)
	}
}
