package retarget_test

import (
	"math"
	"os"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// foot is the joint whose sliding is measured: the toe, or the ankle where one of the two has no
// toe.
type foot struct {
	from, to int
	low      float64 // height in the source below which the foot stands, meters
	rest     float64 // height in the reference pose
	restTo   float64 // the same in the target
}

// slides returns how far feet slide along the ground in the source, scaled, and in the target: the
// length of their horizontal path while the source's foot stands, and how much deeper than the
// source's the target's foot is below where it stands at most.
func slides(source, target *clip.Clip, feet []foot, scale float64) (from, to, deep float64) {
	const rate = 60
	n := int(math.Ceil(source.Duration()*rate)) + 1
	if os.Getenv("SINEW_LONG") == "" {
		n = min(n, 3*rate)
	}
	var was [2][]exact.Affine
	for i := range n {
		time := min(source.Start()+float64(i)/rate, source.End())
		a, b := models(source, time), models(target, time)
		if i > 0 {
			for _, f := range feet {
				p, q := was[0][f.from].Translation(), a[f.from].Translation()
				if p[1] > f.low || q[1] > f.low {
					continue
				}
				from += scale * math.Hypot(q[0]-p[0], q[2]-p[2])
				p, q = was[1][f.to].Translation(), b[f.to].Translation()
				to += math.Hypot(q[0]-p[0], q[2]-p[2])
			}
		}
		for _, f := range feet {
			inSource := scale * max(0, f.rest-a[f.from].Translation()[1])
			deep = max(deep, f.restTo-b[f.to].Translation()[1]-inSource)
		}
		was = [2][]exact.Affine{a, b}
	}
	return from, to, deep
}

// feetOf returns the feet of two humanoids.
func feetOf(r *retarget.Retargeter, a, b *humanoid.Map, restFrom, restTo *rig.Pose) []foot {
	var list []foot
	x, y := restFrom.ModelMatrices(nil), restTo.ModelMatrices(nil)
	for _, s := range []string{"left ", "right "} {
		from, ok := a.Joint(s + "toes")
		to, ok2 := b.Joint(s + "toes")
		if !ok || !ok2 {
			from, _ = a.Joint(s + "foot")
			to, _ = b.Joint(s + "foot")
		}
		height, heightTo := float64(rig.MatrixAt(x, from)[7]), float64(rig.MatrixAt(y, to)[7])
		list = append(list,
			foot{from, to, height + 0.02*a.Skeleton().Size(), height, heightTo})
	}
	return list
}

// person is a character with its humanoid and reference pose.
type person struct {
	*character
	pose  *rig.Pose // nil: rest
	bones *humanoid.Map
}

func loadPerson(t testing.TB, file string) *person {
	t.Helper()
	p := &person{character: load(t, file)}
	var skins []*rig.Skin
	for _, s := range p.model.Skins {
		skins = append(skins, p.library.Skin(s))
	}
	p.pose = retarget.ReferencePose(p.skeleton, skins...)
	var err error
	if p.bones, err = humanoid.FindInPose(p.skeleton, p.pose); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *person) reference() *rig.Pose {
	if p.pose != nil {
		return p.pose
	}
	return rig.NewPose(p.skeleton)
}

// Every clip of every humanoid on every other: directions as in the source where nothing else is
// asked, ends in their places, and feet that slide no more than the source's, scaled by the length
// of the legs, and 2 %.
func TestHumansOnEachOther(t *testing.T) {
	var people []*person
	files := []string{"", womanFile, robotFile, cesiumFile, maleFile, zombieFile}
	for _, file := range files {
		people = append(people, loadPerson(t, file))
	}
	for i, a := range people {
		for k, b := range people {
			if i == k || len(a.clips()) == 0 {
				continue
			}
			r := newRetargeter(t, a.skeleton, b.skeleton, retarget.Options{From: a.bones, To: b.bones})
			free := newRetargeter(t, a.skeleton, b.skeleton,
				retarget.Options{From: a.bones, To: b.bones, FreeHands: true, FreeFeet: true})
			feet := feetOf(r, a.bones, b.bones, a.reference(), b.reference())
			var direction, position, lowered, ratio, depth float64
			for n, source := range a.clips() {
				if n > 2 && os.Getenv("SINEW_LONG") == "" {
					break
				}
				out, report := retargeted(t, r, source)
				end, _ := report.WorstPosition()
				position, lowered = max(position, end.Position), max(lowered, report.HipsLowered)
				_, loose := retargeted(t, free, source)
				worst, _ := loose.WorstDirection()
				direction = max(direction, worst.Direction)
				from, to, deep := slides(source, out, feet, r.Scale())
				depth = max(depth, deep/b.skeleton.Size())
				if from > 0 {
					ratio = max(ratio, to/from)
				}
				// The robot's legs stretch: its feet are farther from the hips than its legs are
				// long, where no other foot can follow.
				if limit := 1.02*from + 0.002*b.skeleton.Size(); to > limit && end.Position < 1e-3 {
					t.Errorf("%q on %q: %q: feet slide by %.4f m, in the source %.4f m scaled", files[i], files[k],
						source.Name(), to, from)
				}
			}
			t.Logf("%q on %q: scale %.3f, directions without inverse kinematics within %.3f°, ends within %.2f %%, "+
				"hips lowered by %.1f %%, slide %.4f of the source's, deepest foot %.2f %%",
				files[i], files[k], r.Scale(), direction, 100*position, 100*lowered, ratio, 100*depth)
			if files[i] != robotFile && files[k] != robotFile {
				if direction > 0.1 {
					t.Errorf("%q on %q: a bone is %.2f° from the source's", files[i], files[k], direction)
				}
				if position > 0.001 {
					t.Errorf("%q on %q: an end is %.2f %% of the size from its place", files[i], files[k], 100*position)
				}
				if depth > 0.01 {
					t.Errorf("%q on %q: a foot is %.2f %% of the size too low", files[i], files[k], 100*depth)
				}
			}
		}
	}
}
