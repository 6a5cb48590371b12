package posestore

// Absent says of which components no entity of the world has one. The systems that work on them
// have nothing to do in this frame.
type Absent struct{ Attachments, RootMotion, SkinnedVertices, Partners bool }

// SetAbsent tells which components no entity has in this frame.
func (s *Store) SetAbsent(absent Absent) { s.absent = absent }

// Absent returns which components no entity has in this frame, as BindSlots found.
func (s *Store) Absent() Absent { return s.absent }
