package town

func (r *Rig) OneStyle() { clear(r.styles) }
