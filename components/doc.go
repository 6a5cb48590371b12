// Package components holds the data that entities carry, and nothing else: IDs, numbers and fixed-size arrays, without
// pointers or logic, so that a world can be saved, restored and copied. Packages ecs and systems give them their meaning.
//
// A character is an entity with a [Skeleton]. It shows the skeleton's rest pose until it has more:
//
//   - [AnimationPlayer] plays a clip or a blend space ([Playback]), and with a [BlendState] it can crossfade from one to the next;
//   - [Layers] play more of them above it, each over what lies below or added to that ([Layer]);
//   - [Controller] has a state machine decide what all of these play;
//   - [Inertialization] carries pose and velocity over into what is played next;
//   - [RootMotion] asks for the movement that is in the clips, [TimeScale] changes how fast time goes for it;
//   - [SkinnedMesh] gives it a model's meshes to draw, [Transform] a place in the world;
//   - [ModelPose] keeps its joints' model matrices, [SkinnedVertices] its vertices on the CPU, for those who want to read them;
//   - [LevelOfDetail] has it posed less often or less deep, as may be set by how the world's cameras ([View]) see it;
//   - [PoseSlot] is where its pose lives in memory. The systems add it and look after it.
//
// Other entities follow a character's joint by an [Attachment], and are drawn by a [RigidMesh].
//
// The zero value of every component is harmless: it names no asset, plays nothing, draws nothing.
package components
