// Package inertia holds the arithmetic of inertialization, on 8 joints of a character at a time.
//
//   - [Begin], [Extrapolate] and [Fit] set up a decay, [Apply] adds what is left of it.
//   - [BeginScalars], [ExtrapolateScalars], [FitScalars] and [ApplyScalars] do the same for single
//     numbers, such as morph weights.
//   - [Store] remembers a pose past the cache.
//
// An inertialization switches to a new motion at once and adds the difference from the old one,
// which then decays (D. Bollo, "Inertialization: High-Performance Animation Transitions in Gears of
// War", GDC 2018). A joint's difference has three parts of three numbers: rotation, translation and
// scale. Translation and scale are plain differences. The rotation, which is applied after the
// pose's, is axis · 4 tan(angle/4), nearly radians for small angles. These modified Rodrigues
// parameters need a division and no trigonometric function, and are smooth up to a whole turn.
//
// Each part x decays from x0, with velocity v0, to 0, with velocity and acceleration 0, within the
// time t1, as a polynomial of degree 5. With s = t/t1 and v = v0·t1 it is
//
//	x(s) = (1-s)³ · (x0·(1 + 3·s + (6 + b/2)·s²) + v·(s + 3·s²))
//
// where b·x0/t1² is the initial acceleration. Let k be v·x0/|x0|², the speed along the difference.
// Then
//
//	t1 = k < 0 ? min(duration, the time for which k is -5) : duration, and at least minDecayFraction of duration
//	b  = clamp(-8·k - 20, 0, 20)
//
// A difference that shrinks by itself is thereby braked and does not overshoot: between k = -5,
// where x(s) is x0·(1-s)⁵, and k = -2.5 the polynomial has a root of fourth order at its end. A
// velocity across the difference or away from 0 is kept, so that no number's velocity jumps, unless
// it would carry a scale too far. No decay is farther away than x0 by more than 16/81 of v
// (TestDecaysOvershootByAFifthOfTheirWay).
//
// Numbers are in rows of 8 lanes, one for each joint of a group, and each function has one
// description, in inertia.go of the command asmgen, from which the plain Go version and the
// assembly are generated with equal bits.
//
// # Limits
//
// Differences and velocities count as 0 where they are beyond 1e15 or NaN, so that no product of
// them overflows. Scales multiply along a chain of joints, so that would not keep the chain's
// product finite. A velocity of a scale counts as 0 where it would move the scale by more than 4
// sizes in one extrapolation, or where its way over a decay, velocity · t1, would be more than one
// size, of which the polynomial shows up to a fifth: the ways of all joints of a chain multiply,
// and a scale that changes within a frame has a long way even in a decay of 0.3 s. The size of a
// scale is its absolute value, at least 1. Only a frame that is long compared with the gap between
// the poses that the velocity was measured from, or a duration that is long compared with the
// changes of scale, is beyond these limits. A decay is cut to a quarter of its duration at most: in
// a shorter time the velocity would change within a frame or two, which looks like a jump.
package inertia
