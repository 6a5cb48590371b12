// Package motion holds what motions become: [BlendInput], the clips that a character shows, with their weights.
package motion
