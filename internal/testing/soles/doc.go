// Package soles measures how far soles slip on level or sloping ground: the heel, the ball of a foot
// and the tip of its toes, which roll on the ground as balls do. A [Ball] is such a part of a foot,
// and a [Contact] follows it from frame to frame.
package soles
