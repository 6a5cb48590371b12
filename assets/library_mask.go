package assets

// AddMask files a mask.
func (l *Library) AddMask(m *Mask) MaskID { return l.masks.add(m) }

// Mask returns the mask, or nil.
func (l *Library) Mask(id MaskID) *Mask { return l.masks.get(id) }

// RemoveMask forgets the mask and says whether there was one.
func (l *Library) RemoveMask(id MaskID) bool { return l.masks.remove(id) }
