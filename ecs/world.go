package ecs

import arche "github.com/mlange-42/arche/ecs"

// World is arche's world of entities.
type World = arche.World

// Entity is arche's entity.
type Entity = arche.Entity

// NewWorld returns an empty world.
func NewWorld() World { return arche.NewWorld() }
