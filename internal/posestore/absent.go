package posestore

// Absent are kinds of components that no entity has. Their systems have nothing to do.
type Absent struct{ Attachments, RootMotion, SkinnedVertices bool }

// SetAbsent tells which components no entity has in this frame.
func (s *Store) SetAbsent(absent Absent) { s.absent = absent }

// Absent returns which components no entity has in this frame, as BindSlots found.
func (s *Store) Absent() Absent { return s.absent }
