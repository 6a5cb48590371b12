// Command server runs the characters of a game server, without a window: 2,000 walking characters
// at 30 ticks a second, of which it keeps some joints, and shots that are tested against what the
// shooters saw, some ticks ago. It prints how long each part takes.
//
//   - The file is read without meshes and images (gltfio.Options.SkeletonsOnly), but with a box
//     around the vertices of each joint (KeepJointBounds), from which rollback.CapsulesOf makes the
//     capsules that can be hit.
//   - The frame keeps the matrices of these joints only (Animation.EnableModelMatrices).
//   - A rollback.History remembers them for the last 32 ticks. History.Ray tests a shot at a moment
//     between two ticks.
//
// Run it with
//
//	go run ./cmd/demo/examples/server [file.glb clip]
//
// Without a file it writes the built-in model to a temporary one. The number of the characters is
// in the source.
package main
