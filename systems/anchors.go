package systems

import "github.com/sinew-go/sinew/ecs"

// The systems of an animation in the order in which they run: the places to which
// [ecs.Schedule.InsertBefore], InsertAfter, Replace and Remove refer. Whoever replaces or removes a
// system takes over what it does.
const (
	// AtReadPlaces reads the places of entities from components of the program. It is there after
	// [Animation.UsePlaces]; systems that move entities in these components run before it.
	AtReadPlaces ecs.SystemName = "ReadPlaces"
	// AtSetDetail selects the level of detail of each character, by its size in the views. It is
	// there after [Animation.DetailByView].
	AtSetDetail ecs.SystemName = "SetDetail"
	// AtBindSlots gives new characters a slot in the pose store, adds the components that the later
	// systems need, removes what lives only as long as its target, and then locks the world until
	// the end of the frame.
	AtBindSlots ecs.SystemName = "BindSlots"
	// AtMoveWishes moves the wishes of characters ([components.Wish]) and predicts their points,
	// except where they are Given. A system after it may bend the points for this frame, for example
	// around obstacles.
	AtMoveWishes ecs.SystemName = "MoveWishes"
	// AtMatchMotions lets the characters that play a database jump to the frame that fits the points
	// of their wishes best, when it is time to search or the points changed much.
	AtMatchMotions ecs.SystemName = "MatchMotions"
	// AtAdvance runs controllers, advances what the characters play, fires events, and measures
	// root motion. Its result is a list of clips with times and weights for each character
	// ([ecs.BlendInput]).
	AtAdvance ecs.SystemName = "Advance"
	// AtApplyRootMotion moves the [components.Transform] of every character by its
	// [components.RootMotion], except where that is Manual.
	AtApplyRootMotion ecs.SystemName = "ApplyRootMotion"
	// AtHoldDrift brings the places of wishes and their characters within the distance that the
	// wishes set.
	AtHoldDrift ecs.SystemName = "HoldDrift"
	// AtPlacePairs puts the members of pairs beside their leaders ([Animation.PlayTogether]), and
	// ends the pairs whose motion finished.
	AtPlacePairs ecs.SystemName = "PlacePairs"
	// AtResolveGoals takes the goals of pose modifiers to the model space of their characters,
	// changes their weights by their rates, and asks the [Ground]. Transforms are final then, but
	// for attached entities. It finds the characters that depend on others; their part of this is
	// done when those are posed, between two waves.
	AtResolveGoals ecs.SystemName = "ResolveGoals"
	// AtPrepareRagdolls changes the weights of ragdolls by their rates, and reads the Transforms of
	// their characters.
	AtPrepareRagdolls ecs.SystemName = "PrepareRagdolls"
	// AtSampleClips samples and blends the clips to local poses: exactly, or in their baked form if
	// the library has it. Translations, scales and morph weights blend to their weighted mean;
	// rotations are added along the shorter arc and normalized (nlerp). A character without blend
	// inputs shows the rest pose. A pose that the program gives ([components.PoseOverride]) is
	// blended over the result.
	AtSampleClips ecs.SystemName = "SampleClips"
	// AtInertialize smooths changes of motion; see [components.Inertialization]. It adds the
	// difference between the old and the new motion, in pose and velocity, to the new one, and
	// makes it decay joint by joint. After the decay the pose is bit for bit the new motion's.
	AtInertialize ecs.SystemName = "Inertialize"
	// AtBlendRagdolls blends the bodies of a physics engine into the poses.
	AtBlendRagdolls ecs.SystemName = "BlendRagdolls"
	// AtModifyPoses applies the solvers of pose modifiers toward their goals. See package modifier.
	AtModifyPoses ecs.SystemName = "ModifyPoses"
	// AtLocalToModel converts the local poses to model space, and stores the matrices of
	// [components.ModelPose].
	AtLocalToModel ecs.SystemName = "LocalToModel"
	// AtBuildPalettes writes the skinning matrices: model matrix of the joint · inverse bind
	// matrix.
	AtBuildPalettes ecs.SystemName = "BuildPalettes"
	// AtMeasureRagdolls measures where the bodies of ragdolls are shown, and how they move.
	AtMeasureRagdolls ecs.SystemName = "MeasureRagdolls"
	// AtAttach moves every entity with a [components.Attachment] to the joint it follows. A target
	// that is attached itself is moved first. Attached characters were moved before they were
	// posed; of those that hang on each other in a circle, one stays where the frame before puts
	// it.
	AtAttach ecs.SystemName = "Attach"
	// AtSkinVertices skins the characters with [components.SkinnedVertices] on the CPU. A mesh that
	// is shown first is skinned in its own order, until a goroutine has found a faster one, with
	// the same bits.
	AtSkinVertices ecs.SystemName = "SkinVertices"
)
