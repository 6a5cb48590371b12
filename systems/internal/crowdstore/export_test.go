package crowdstore

import "github.com/go-gl/mathgl/mgl32"

// What shows a member: [Listed].Shows.
const (
	imageOnly = iota
	imageAndShadow
	shadowOnly
)

// Listed is how a list shows a member.
type Listed struct {
	Slot               int
	Level              int
	Impostors          bool
	Mirrored           bool
	Fade               Fade
	Tolerance, Coarser float32
	Step               uint8
	Shows              int // the image, both, the shadow map
}

// MemberByMember returns how a view shows each member, and how many the image and the shadow map do
// not show: what Collect must find, without any use of blocks.
func (s *Store) MemberByMember(v *View) (all map[Listed]bool, culled, culledCasters int) {
	all = map[Listed]bool{}
	ladders := make([]ladder, len(s.kinds))
	for slot := range s.members {
		index, lane := slot/BlockLanes, slot%BlockLanes
		b := &s.blocks[index]
		if lane >= int(b.count) || b.finite>>lane&1 == 0 {
			continue
		}
		kind, sphere := s.kinds[b.kind], s.Sphere(slot)
		away, size := squaredDistance(&sphere, &v.Eye), sphere[3]*sphere[3]
		shown := crossing(&v.Image, &sphere) != outside
		casting := v.Casting && crossing(&v.Shadow, &sphere) != outside
		if !shown && casting {
			nearest := squaredDistanceAt(1 / (v.CasterHeight * v.Height))
			casting = away < size*nearest && v.showsShadow(&sphere)
		}
		if !shown {
			culled++
		}
		if v.Casting && !casting {
			culledCasters++
		}
		if !shown && !casting {
			continue
		}
		l := &ladders[b.kind]
		if !l.known {
			l.build(v, len(kind.Rigs), s.below, v.Errors(kind))
		}
		shows := imageAndShadow
		if !casting {
			shows = imageOnly
		} else if !shown {
			shows = shadowOnly
		}
		put := func(g grade, step uint8) {
			list := List{Kind: kind}
			l.describe(&list, g)
			if list.Fade == FadeNone {
				step = 0
			}
			all[Listed{
				slot, list.Level, list.Impostors, b.mirrored != s.carried[b.carrier].mirrored, list.Fade,
				list.Tolerance, list.Coarser, step, shows,
			}] = true
		}
		at, step, in, hidden := l.at(away, size, 0), uint8(0), shownAlone, grade(0)
		if at > 0 && away < size*l.rungs[at].alone {
			in, step = begins, l.fade(at, away, size)
		}
		if shows == shadowOnly {
			hidden = shadowGrades
		}
		impostors := func(g, inShadow grade) grade {
			if shows == shadowOnly {
				return inShadow
			}
			return g
		}
		if at >= l.impostors {
			impostor := s.alone[slot].step(v.impostors(kind), s.now)
			begins := at == l.impostors && in == begins
			if impostor == FadeSteps && !begins {
				put(impostors(impostorGrade, impostorShadow), 0)
				continue
			}
			if impostor > 0 {
				if !begins || impostor < step {
					step = impostor
				}
				put(impostors(impostorBegins, shadowBegins), step)
				put(impostors(meshEnds, shadowMeshEnds), step)
				continue
			}
		}
		g := gradesOfRung*grade(at) + in
		if in == begins && hidden == 0 && l.rungs[at].level != l.rungs[at-1].level {
			put(g+beginsPosed-begins, step)
		}
		put(g+hidden, step)
	}
	return all, culled, culledCasters
}

// Listed returns how a frame shows each member.
func (c *Collected) Listed() map[Listed]bool {
	all := map[Listed]bool{}
	for _, l := range c.Lists {
		for i := l.First; i < l.End; i++ {
			shows := imageOnly
			if i >= l.Shown {
				shows = shadowOnly
			} else if i >= l.FirstCaster {
				shows = imageAndShadow
			}
			all[Listed{
				int(c.Entries[2*i]), l.Level, l.Impostors, l.Mirrored, l.Fade, l.Tolerance, l.Coarser,
				uint8(c.Entries[2*i+1] >> FadeShift), shows,
			}] = true
		}
	}
	return all
}

// CastsIn reports whether a cascade alone draws the shadow of a member.
func (s *Store) CastsIn(slot int, c *Cascade) bool {
	sphere := s.Sphere(slot)
	return crossing(&c.Shown, &sphere) != outside && crossing(&c.Without, &sphere) != 0
}

// Repeats returns how many blocks the next frame finds as the one before, if its view is that one.
func (s *Store) Repeats(c *Collected, v *View) (n int) {
	for i := range c.kept.blocks {
		of, b := &c.kept.blocks[i], &s.blocks[i]
		if of.version == b.version && !b.stale && of.frame == c.frame && b.carrier == 0 && c.kept.view.equals(v) {
			n++
		}
	}
	return n
}

// showsShadow reports whether the shadow of a sphere may be in the image.
func (v *View) showsShadow(s *mgl32.Vec4) bool {
	length := v.shadowLength(s)
	for i := range v.Image {
		p := &v.Image[i]
		d := height(p, s)
		end := d - float32(length*dot(p, &v.Light))
		if max(d, end) < -s[3] {
			return false
		}
	}
	return true
}

// shadowLength returns the length of the shadow of a sphere.
func (v *View) shadowLength(s *mgl32.Vec4) float32 {
	length, above := maxShadowLength*s[3], max(0, s[1]+s[3]-v.Floor)
	if float32(v.Light[1]*length) > above {
		length = above / v.Light[1]
	}
	return length
}

// Look is what a list says of its members.
type Look struct {
	Kind                      *Kind
	Level                     int
	Impostors, Mirrored       bool
	Tolerance, Coarser, Scale float32
	Fade                      Fade
	First, FirstCaster, Shown int
	End                       int
	Hidden                    uint64
	Casters                   [MaxCascades]Members
	FirstOfWearers, EndOfThem int
}

// Look returns what a list says of its members.
func (l *List) Look() Look {
	look := Look{
		l.Kind, l.Level, l.Impostors, l.Mirrored, l.Tolerance, l.Coarser, l.Scale, l.Fade, l.First, l.FirstCaster, l.Shown,
		l.End, l.Hidden, l.Casters, 0, 0,
	}
	if n := len(l.Wearers); n > 0 {
		look.FirstOfWearers, look.EndOfThem = l.Wearers[0].First, l.Wearers[n-1].End
	}
	return look
}
