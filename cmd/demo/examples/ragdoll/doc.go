// Command ragdoll hands a character over to physics and back, without a window: it is pushed over,
// falls with muscles that give way, lies, settles into the pose from which it gets up, and does so
// from its back or its front. It prints what happens.
//
//   - ragdoll.Propose makes capsules, masses and limits of joints from the mesh of the model;
//     Animation.Ragdoll binds them to a character.
//   - Ragdoll.Bodies are the places and velocities from which the physics begins, Ragdoll.Targets
//     what its motors hold, and Ragdoll.SetBodies gives back where the bodies are.
//   - Ragdoll.Settle chooses the clip that fits how the character lies, puts its Transform where the
//     clip begins, and gives motors its first pose; Ragdoll.Apart is how far the bodies are from there.
//   - Ragdoll.GetUp plays the clip and carries over.
//
// The bodies are moved by a small solver of the demo's own, cmd/demo/internal/rigidbody, in place
// of a physics engine. A program with one writes what is in physics.go for it, and the rest stays.
//
// Run it with
//
//	go run ./cmd/demo/examples/ragdoll
package main
