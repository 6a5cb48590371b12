package systems

import (
	"weak"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching/search"
	"github.com/sinew-go/sinew/assets/modifier/stack"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/replacing"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/systems/internal/advance"
	"github.com/sinew-go/sinew/systems/internal/modifiers"
)

// follower is an [Animation] as its library sees it.
type follower Animation

// followLibrary asks the library to tell which graphs, stacks and motions are replaced, as long as
// the Animation is in use.
func (a *Animation) followLibrary() {
	found := weak.Make(a)
	replacing.Of(a.library).Add(func() replacing.Follower {
		if a := found.Value(); a != nil && a.state.Load()&isClosed == 0 {
			return (*follower)(a)
		}
		return nil
	})
}

// entities returns the entities with a component, which f chooses.
func (f *follower) entities(with arche.ID, chosen func(e ecs.Entity) bool) (list []ecs.Entity) {
	query := f.world.Query(arche.All(with))
	for query.Next() {
		if e := query.Entity(); chosen(e) {
			list = append(list, e)
		}
	}
	return list
}

// GraphReplaced implements [replacing.Follower].
func (f *follower) GraphReplaced(of id.Graph, before, now *machine.Graph) {
	a := (*Animation)(f)
	replaced := advance.NewReplacedGraph(before, now)
	for _, e := range f.entities(f.controllers.Kind.ID(), func(e ecs.Entity) bool {
		return f.controllers.Get(e).Graph == of
	}) {
		c := advance.Character{
			Controller: f.controllers.Get(e), Player: f.players.Get(e), Fades: f.blends.Get(e), Layers: a.layersOf(e),
		}
		if c.Player == nil { // nothing advances it
			c.Player = &components.AnimationPlayer{}
		}
		states := c.Controller.Layers
		replaced.TakeOver(f.library, &c)
		if wish := f.wishes.Get(e); wish != nil && wish.MatchedState > 0 {
			for i := range now.Layers() {
				k := replaced.Layer(i)
				if k >= 0 && int(wish.MatchedLayer) == k && states[k].State == wish.MatchedState {
					wish.MatchedLayer, wish.MatchedState = uint8(i), c.Controller.Layers[i].State
					break
				}
			}
		}
	}
	events := queueOf(f.events).List()
	for i := range events {
		if e := &events[i]; e.Graph == of && (e.Kind == ecs.StateEntered || e.Kind == ecs.StateExited) {
			e.State = int32(replaced.State(int(e.State)))
		}
	}
	f.complete(func() { f.completeGraph(of) })
}

// complete gives characters components that the asset before did not need, or, while the world is
// locked, leaves it to the next update. (Update calls a function that is set here, so that a program
// which replaces nothing does not contain it.)
func (f *follower) complete(give func()) {
	before := f.finish
	f.finish = func() {
		if f.world.IsLocked() {
			return
		}
		f.finish = nil
		if before != nil {
			before()
		}
		give()
	}
	f.finish()
}

// completeGraph gives the characters of a graph the components that [Animation.Control] adds.
func (f *follower) completeGraph(of id.Graph) {
	a, g := (*Animation)(f), f.library.Graph(of)
	layers, inertialized, searches := len(g.Layers())-1, needsInertialization(g), a.searchesIn(g)
	for _, e := range f.entities(f.controllers.Kind.ID(), func(e ecs.Entity) bool {
		c := f.controllers.Get(e)
		return c.Graph == of && c.Entered == of && f.players.Get(e) != nil
	}) {
		count := 0
		for has := a.layersOf(e); has.At(count+1) != nil; {
			count++
		}
		if count < layers {
			has := a.addLayers(e, layers)
			has.First.Count = int32(layers)
			for i := count + 1; i <= layers; i++ {
				advance.SetUpLayer(g, i, has.At(i))
			}
		}
		if inertialized && f.inertializations.Get(e) == nil {
			f.inertializations.Kind.Add(e)
		}
		if searches {
			a.addWish(e)
		}
	}
}

// StackReplaced implements [replacing.Follower].
func (f *follower) StackReplaced(of id.ModifierStack, before, now *stack.Stack) {
	goals := make([]int, len(now.Goals())) // by goal now: the one of that name before
	for i, name := range now.Goals() {
		goals[i] = -1
		if k, ok := before.Goal(name); ok {
			goals[i] = k
		}
	}
	for _, e := range f.entities(f.modifiers.Kind.ID(), func(e ecs.Entity) bool { return f.modifiers.Get(e).Stack == of }) {
		first, more := f.modifiers.Get(e), f.moreGoals.Get(e)
		var all [components.MaxGoals]components.Goal
		for i := range before.Goals() {
			if goal := components.GoalAt(first, more, i); goal != nil {
				all[i] = *goal
			}
		}
		first.First = components.Goal{}
		if more != nil {
			*more = components.MoreGoals{}
		}
		for i, k := range goals {
			goal := components.GoalAt(first, more, i)
			switch {
			case goal == nil:
			case k >= 0:
				*goal = all[k]
			default:
				beginGoal(now, i, goal)
			}
		}
	}
	modifiers.Each(storeOf(&f.frame), func(_ *posestore.Pool, _ int, run *modifiers.Run, _ *components.Modifiers) {
		if run.ID == of && run.Stack == (*solving.Stack)(before) {
			run.Replace((*solving.Stack)(now), goals)
		}
	})
	f.complete(func() { f.completeStack(of) })
}

// completeStack gives the characters of a stack the component for the goals after the first.
func (f *follower) completeStack(of id.ModifierStack) {
	stack := f.library.ModifierStack(of)
	if len(stack.Goals()) < 2 {
		return
	}
	for _, e := range f.entities(f.modifiers.Kind.ID(), func(e ecs.Entity) bool {
		return f.modifiers.Get(e).Stack == of && f.moreGoals.Get(e) == nil
	}) {
		f.moreGoals.Kind.Add(e)
		for i := 1; i < len(stack.Goals()); i++ {
			beginGoal(stack, i, (*Animation)(f).goal(e, i))
		}
	}
}

// MotionReplaced implements [replacing.Follower].
func (f *follower) MotionReplaced(of id.Motion, before, now *motion.Asset) {
	old, wasDatabase := before.Motion.(*search.Database)
	database, isDatabase := now.Motion.(*search.Database)
	if !wasDatabase || !isDatabase {
		return // its times mean what they meant
	}
	move := func(p *components.Playback) {
		if p.Motion != of {
			return
		}
		if time, ok := database.SameTime(old, p.Time); ok {
			p.Time = time
		} else {
			p.Time = database.Time(0)
		}
	}
	fading := func(fades *components.BlendState) {
		for i := range advance.FadeCount(fades) {
			move(&fades.Fading[i])
		}
	}
	for _, e := range f.entities(f.players.Kind.ID(), func(ecs.Entity) bool { return true }) {
		move(&f.players.Get(e).Playback)
		if fades := f.blends.Get(e); fades != nil {
			fading(fades)
		}
		layers := (*Animation)(f).layersOf(e)
		for i := 1; layers.At(i) != nil; i++ {
			move(&layers.At(i).Playback)
			fading(&layers.At(i).Fades)
		}
		if wish := f.wishes.Get(e); wish != nil && wish.Matched == of {
			wish.Required = sameTags(old, database, wish.Required)
			wish.Forbidden = sameTags(old, database, wish.Forbidden)
		}
	}
}

// sameTags returns the bits that tags of a database have in another one. Those that it lacks are
// left out.
func sameTags(before, now *search.Database, bits uint32) (same uint32) {
	for _, tag := range before.TagNames(bits) {
		if bit, err := now.Tags(tag); err == nil {
			same |= bit
		}
	}
	return same
}
