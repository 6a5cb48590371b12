// Package components holds the components of entities: plain structs of IDs, numbers and fixed-size
// arrays. They have no pointers, slices, maps or strings and no methods, so that a world can be
// saved, restored and copied byte by byte. Packages ecs and systems give them their meaning.
//
// # Outline
//
// A character is an entity with a [Skeleton]. It shows the skeleton's rest pose until other
// components change that:
//
//   - [AnimationPlayer] plays a motion, such as a clip or a blend space ([Playback]); a
//     [BlendState] lets it crossfade to the next one, and holds each motion that fades out.
//   - [Layers] holds a further playback above it, which overrides or adds to what lies below
//     ([Layer]); [MoreLayers] holds the layers above that one. [LayerAt] returns any of them.
//   - [Controller] runs a state machine that decides what all of these play; a [ControllerLayer] is
//     its state in a layer.
//   - [Inertialization] makes a change of motion smooth: the difference in pose and velocity
//     decays, in phases ([InertiaPhase]).
//   - [Modifiers] changes the pose after blending: a stack of solvers works toward goals. A [Goal]
//     is, for example, a point that a hand reaches or eyes look at, in a [GoalSpace]. [MoreGoals]
//     holds those after the first, and [GoalAt] returns any of them.
//   - [RootMotion] moves the character as its clips do, and [RootDecay] makes that smooth where an
//     [Inertialization] begins; [TimeScale] changes how fast its time passes.
//   - [Wish] says where it wishes to go, for databases of motion that it plays: a velocity and a
//     direction, or at most [MaxWishPoints] places and directions ([WishPoint]) of the program.
//     [NewWish] makes one that suits a person.
//   - [Partner] lets it play together with others: in a pair, or in step.
//   - [SkinnedMesh] draws a model on it, and [Transform] places it in the world.
//   - [Worn] draws further models on it, at most [MaxWorn], such as a jacket and hair.
//   - [Appearance] gives it a tint and a build, from [LeastBuild] to [MostBuild], so that it looks
//     different from others with its model.
//   - [PreSkinned] skins its vertices once a frame on the GPU, for several passes.
//   - [ModelPose] keeps the model matrices of its joints, and [SkinnedVertices] its vertices on the
//     CPU.
//   - [PoseOverride] shows a pose that the program gives, for example from physics, and
//     [MorphOverride] morph weights, for example of a mouth that speaks.
//   - [Ragdoll] lets bodies of a physics engine pose joints.
//   - [Avatar] gives it expressions and eyes that look by a [Gaze], if its file is one of VRM.
//   - [LevelOfDetail] poses it less often or with fewer joints, for example by how the cameras
//     ([View]) see it.
//   - [CrowdPlayer] makes an entity without a Skeleton a member of a crowd, which is posed only
//     where it is drawn; a [CrowdMotion] is a clip or a blend space that it plays, and a
//     [CrowdLayer] a clip that it plays over that.
//   - [PoseSlot] is the position of its pose in memory, kept by the systems.
//
// Other entities follow a joint of a character by an [Attachment], or all of them ([EveryJoint]); a
// [RigidMesh] draws a mesh on any entity.
//
// # Conventions
//
// A program adds, changes and removes components between two frames, except where a field's comment
// reserves it for the systems. The zero value of every component is harmless: it refers to no
// asset, plays nothing and draws nothing. Where the zero value stands still or does not show, a
// function whose name begins with New returns what most programs want: [NewPlayback], [NewPlayer]
// and [NewLayer] play in a loop at speed and weight 1, [NewTimeScale] lets time pass,
// [NewTransform] and [NewAttachment] have no zero matrix, [NewController] has the default
// parameters of its graph. The functions for whole components return pointers, because arche's
// NewWith and Assign take pointers.
//
// Times are in seconds. Matrices of package mgl32 are column-major, as everywhere in that package.
// Fields that hold an index often hold 1 + the index, so that 0 means none.
package components
