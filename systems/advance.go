package systems

import (
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// Advance moves every [components.AnimationPlayer] and the fades of its [components.BlendState] on by the frame's time, and
// writes what each character now plays, and how much of it, into its slot of the pose store.
type Advance struct {
	world   *ecs.World
	players *generic.Filter3[components.PoseSlot, components.AnimationPlayer, components.BlendState]
}

// NewAdvance returns the system for a world.
func NewAdvance(world *ecs.World) *Advance {
	return &Advance{
		world: world,
		players: generic.NewFilter3[components.PoseSlot, components.AnimationPlayer, components.BlendState]().
			Optional(generic.T1[components.BlendState]()...),
	}
}

// Name implements [ecs.System].
func (s *Advance) Name() string { return "Advance" }

// Run implements [ecs.System].
func (s *Advance) Run(frame *ecs.Frame) {
	query := s.players.Query(s.world)
	for query.Next() {
		slot, player, blend := query.Get()
		pool, i := frame.Store.Pool(*slot)
		if pool == nil {
			continue
		}
		seconds := frame.Delta
		if player.Paused {
			seconds = 0
		}
		entries := pool.Entries(i)
		entries.Count = 0
		in := 1.0
		if blend != nil && blend.Count > 0 {
			in = advanceFades(frame.Library, entries, blend, seconds)
		}
		play(frame.Library, entries, &player.Playback, in, seconds)
		normalise(entries, player)
	}
}

// advanceFades adds what fades out and returns the weight of what fades in.
func advanceFades(library *assets.Library, entries *ecs.Entries, blend *components.BlendState, seconds float64) float64 {
	blend.Elapsed += seconds
	in := fadedIn(blend)
	if in >= 1 {
		*blend = components.BlendState{}
		return 1
	}
	for i := range min(blend.Count, components.MaxFading) {
		fade := &blend.Fading[i]
		if !(fade.Weight <= 1) {
			fade.Weight = 0
		}
		play(library, entries, &fade.Playback, float64((1-in)*float64(fade.Weight)), seconds)
	}
	return in
}

// normalise makes the weights sum to 1. Where none is above 0, the player's clip shows.
func normalise(entries *ecs.Entries, player *components.AnimationPlayer) {
	var sum float32
	for _, entry := range entries.List[:entries.Count] {
		sum += entry.Weight
	}
	if !(sum > 0) {
		entries.List[0] = ecs.Entry{Clip: player.Clip, Weight: 1, Time: player.Time}
		entries.Count = 1
		return
	}
	for i := range entries.List[:entries.Count] {
		entries.List[i].Weight /= sum
	}
}

// fadedIn returns how far a fade is, 0 to 1. A fade of no or undefined duration is over.
func fadedIn(blend *components.BlendState) float64 {
	if in := blend.Elapsed / blend.Duration; in < 1 {
		return max(in, 0)
	}
	return 1
}

// play moves a playback on and adds it to a character's entries, unless its weight is not above 0.
func play(library *assets.Library, entries *ecs.Entries, p *components.Playback, weight, seconds float64) {
	if clip := library.Clip(p.Clip); clip != nil {
		advance(p, clip, seconds)
	}
	if weight > 0 {
		entries.List[entries.Count] = ecs.Entry{Clip: p.Clip, Weight: float32(weight), Time: p.Time}
		entries.Count++
	}
}
