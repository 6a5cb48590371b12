package systems

import "github.com/sinew-go/sinew/ecs"

// Counters returns what all frames did together: characters, clips, matrices. See [ecs.Counters.Since] for some of them.
func (a *Animation) Counters() ecs.Counters { return a.schedule.Counters() }
