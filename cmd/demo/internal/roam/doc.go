// Package roam is the scene of a character that plays a database of motion and is steered.
//
//   - [New] makes the [Scene]. Scene.Press and Scene.Release carry out what keys and fingers ask
//     for, [Scene.GoTo] lets the character walk to a place; until then a course leads it, which
//     takes [Period].
//   - steering.go turns these into a wish, trajectories.go draws on the ground where the wish leads,
//     where the frame leads that plays, and where the next best frames would lead.
package roam
