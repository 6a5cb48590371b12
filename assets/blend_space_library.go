package assets

// AddBlendSpace files a blend space. It returns 0 for one whose clips are not in this library too.
func (l *Library) AddBlendSpace(s *BlendSpace) BlendSpaceID {
	if s == nil {
		return 0
	}
	for _, sample := range s.samples {
		if c := l.Clip(sample.Clip); c == nil || c.skeleton != s.skeleton {
			return 0
		}
	}
	return l.spaces.add(s)
}

// BlendSpace returns the blend space, or nil.
func (l *Library) BlendSpace(id BlendSpaceID) *BlendSpace { return l.spaces.get(id) }

// RemoveBlendSpace forgets the blend space and says whether there was one. Players of it show the rest pose from then on.
func (l *Library) RemoveBlendSpace(id BlendSpaceID) bool { return l.spaces.remove(id) }
