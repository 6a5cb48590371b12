// Package keptjoints keeps model matrices of characters' joints from each frame to the next
// (components.ModelPose).
//
// # Outline
//
//   - [Column] is the column of the pose store that holds them.
//   - [Store] and [StoreOne] keep the matrices that a frame computed.
//   - [Of], [All] and [Matrix] read them.
//   - [Select] sets in a component that a joint is kept.
//
// Package ecs shows the matrices to programs, so the room is not below systems/internal.
package keptjoints
