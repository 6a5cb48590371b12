// Package humanoid finds which joints of a skeleton are the bones of a humanoid: its hips, upper
// arms, toes and so on, whatever the rig calls them.
//
//   - [Find] finds the bones by names and by shape; [FindInPose] does for a skeleton whose rest pose
//     does not stand.
//   - [Map] lists the bones, with a confidence and a reason for each ([Match]); [Map.Set] corrects
//     them, [NewMap] begins an empty one. [BoneNames] are the names of all bones.
//   - [ErrNotHumanoid] and [ErrUnsure] report skeletons that are no humanoids, or perhaps none.
//
// Package retarget carries motion from one humanoid to another, package ragdoll proposes bodies for
// one, and package vrm reads which joints a VRM file says are the bones.
package humanoid
