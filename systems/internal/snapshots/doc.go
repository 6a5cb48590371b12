// Package snapshots saves the animation state of a world as bytes: the pose store with the
// characters' components, the clock and the queue of events. [New] joins them; posestore.Snapshots
// tells what a snapshot contains.
package snapshots
