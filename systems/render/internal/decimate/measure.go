package decimate

import "math"

// measure returns the largest distance of a point of the mesh from the surface: from the faces
// around the point that it became, or around the neighbors of that one; or least, if that is
// larger: the more is known already, the quicker are all points that are nearer.
func (s *surface) measure(least float64) float64 {
	largest := least
	for i := range s.points {
		if i%64 == 0 && s.stops() {
			return largest
		}
		k := s.became(int32(i))
		if k == int32(i) {
			continue
		}
		at := s.at[i]
		p := &s.points[i]
		if p.nearest >= 0 {
			if f := &s.faces[p.nearest]; !f.gone && f.cornerAt(k) >= 0 && s.distanceTo(f, at) <= largest {
				continue
			}
		}
		nearest := s.distanceAround(k, at, largest, &p.nearest)
		if nearest <= largest {
			continue
		}
		s.findNeighbors(k)
		for _, n := range s.around {
			if nearest = min(nearest, s.distanceAround(n, at, largest, &p.nearest)); nearest <= largest {
				break
			}
		}
		largest = max(largest, nearest)
	}
	return largest
}

// became returns the point that a point has become.
func (s *surface) became(i int32) int32 {
	k := i
	for s.points[k].into != k {
		k = s.points[k].into
	}
	for s.points[i].into != k { // shorter the next time
		s.points[i].into, i = k, s.points[i].into
	}
	return k
}

// distanceAround returns the distance of a position from the nearest face around a point, or from
// the point if it has none; or one of at most enough, once it finds one, and the face in found.
func (s *surface) distanceAround(k int32, at vector, enough float64, found *int32) float64 {
	nearest := at.sub(s.at[k]).length()
	for _, f := range s.points[k].faces {
		if nearest <= enough {
			break
		}
		if face := &s.faces[f]; !face.gone {
			if nearest = min(nearest, s.distanceTo(face, at)); nearest <= enough {
				*found = f
			}
		}
	}
	return nearest
}

// distanceTo returns the distance of a position from a face.
func (s *surface) distanceTo(f *face, at vector) float64 {
	return distanceToTriangle(at, s.at[f.points[0]], s.at[f.points[1]], s.at[f.points[2]])
}

// distanceToTriangle returns the distance of a point from a triangle. Method: C. Ericson,
// "Real-time collision detection", 2005, section 5.1.5.
func distanceToTriangle(p, a, b, c vector) float64 {
	ab, ac, ap := b.sub(a), c.sub(a), p.sub(a)
	d1, d2 := ab.dot(ap), ac.dot(ap)
	if d1 <= 0 && d2 <= 0 {
		return ap.length()
	}
	bp := p.sub(b)
	d3, d4 := ab.dot(bp), ac.dot(bp)
	if d3 >= 0 && d4 <= d3 {
		return bp.length()
	}
	if vc := d1*d4 - d3*d2; vc <= 0 && d1 >= 0 && d3 <= 0 {
		return ap.sub(ab.scale(d1 / (d1 - d3))).length()
	}
	cp := p.sub(c)
	d5, d6 := ab.dot(cp), ac.dot(cp)
	if d6 >= 0 && d5 <= d6 {
		return cp.length()
	}
	if vb := d5*d2 - d1*d6; vb <= 0 && d2 >= 0 && d6 <= 0 {
		return ap.sub(ac.scale(d2 / (d2 - d6))).length()
	}
	if va := d3*d6 - d5*d4; va <= 0 && d4-d3 >= 0 && d5-d6 >= 0 {
		return bp.sub(c.sub(b).scale((d4 - d3) / (d4 - d3 + d5 - d6))).length()
	}
	normal := ab.cross(ac)
	return math.Abs(ap.dot(normal)) / normal.length()
}
