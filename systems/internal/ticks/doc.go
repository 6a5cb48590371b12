// Package ticks advances the clock of a world, by [Tick].
package ticks
