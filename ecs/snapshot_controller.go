package ecs

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// usedController returns how many parameters and layers of a controller there are up to the last one that is not 0.
func usedController(c *components.Controller) (parameters, layers int) {
	parameters, layers = len(c.Parameters), len(c.Layers)
	for parameters > 0 && c.Parameters[parameters-1] == 0 {
		parameters--
	}
	for layers > 0 && c.Layers[layers-1] == (components.ControllerLayer{}) {
		layers--
	}
	return parameters, layers
}

func putController(b []byte, c *components.Controller, flags uint32) []byte {
	putUint32(b, uint32(c.Graph))
	putUint32(b[4:], uint32(c.Entered))
	b = b[controllerSize:]
	parameters, layers := counts(flags)
	for i := range parameters {
		putUint32(b[4*i:], c.Parameters[i])
	}
	b = b[4*parameters:]
	for i := range layers {
		l := &c.Layers[i]
		putUint32(b, uint32(uint16(l.State))|uint32(uint16(l.Previous))<<16)
		putUint32(b[4:], uint32(uint16(l.Transition))|uint32(uint16(l.Found))<<16)
		b = b[8:]
	}
	return b
}

func takeController(b []byte, c *components.Controller, flags uint32) []byte {
	c.Graph, c.Entered = assets.GraphID(takeUint32(b)), assets.GraphID(takeUint32(b[4:]))
	b = b[controllerSize:]
	parameters, layers := counts(flags)
	for i := range parameters {
		c.Parameters[i] = takeUint32(b[4*i:])
	}
	clear(c.Parameters[parameters:])
	b = b[4*parameters:]
	for i := range layers {
		where, how := takeUint32(b), takeUint32(b[4:])
		c.Layers[i] = components.ControllerLayer{
			State: int16(where), Previous: int16(where >> 16), Transition: int16(how), Found: int16(how >> 16),
		}
		b = b[8:]
	}
	clear(c.Layers[layers:])
	return b
}

// counts returns how many parameters and layers of the controller are in a record.
func counts(flags uint32) (parameters, layers int) {
	return int(flags >> parameterShift & 63), int(flags >> layerShift & 15)
}
