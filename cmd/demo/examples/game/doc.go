// Command game is a game loop without a window: a hero of the built-in model walks, jumps, waves
// and carries a sword, and the program prints what happens. It is a pattern for a game with
// components and systems of its own.
//
//   - The input is a resource (Input), which a script writes here and a keyboard would in a game.
//   - Steering is a system of the game. It turns the input into parameters of the state machine,
//     and moves the heroes.
//   - Hero is a component of the game, beside those of package components.
//   - The state machine has a layer for the body, with a blend space from standing to running, and
//     a layer for the upper body, with a wave that plays once and fades back.
//   - The sword is an entity that follows a hand. Footsteps are events of the clips.
//
// Run it with
//
//	go run ./cmd/demo/examples/game
package main
