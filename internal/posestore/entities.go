package posestore

import arche "github.com/mlange-42/arche/ecs"

// World is arche's world of entities.
type World = arche.World

// Entity is arche's entity.
type Entity = arche.Entity

// Status reports whether an entity is alive, and whether it can ever have been in the world: arche
// panics when asked about an entity of a higher number than it has given out. It also takes an
// entity for alive that a restored world has not made yet, because the number is free and has the
// same generation; such an entity has no components to look at.
func Status(world *World, entity Entity) (alive, known bool) {
	if entity.ID() == 0 {
		return false, entity == Entity{}
	}
	defer func() {
		if recover() != nil {
			alive = false
		}
	}()
	if alive = world.Alive(entity); alive {
		known = true           //nolint:wastedassign // it is returned if the next line panics
		_ = world.Mask(entity) // panics for a free number
	}
	return alive, true
}

// IsAlive reports whether an entity of the world is alive; see [Status].
func IsAlive(world *World, entity Entity) bool {
	alive, _ := Status(world, entity)
	return alive
}
