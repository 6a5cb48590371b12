package stage

import "github.com/sinew-go/sinew/ecs"

// Entity returns a character of the stage, in the order in which they were added.
func (s *Stage) Entity(index int) ecs.Entity { return s.actors[index].entity }
