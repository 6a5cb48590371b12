//go:build !preview

package stage

import "github.com/sinew-go/sinew/cmd/demo/internal/scene"

// Entries lists the built-in scenes.
var Entries = []Entry{
	{
		Name: Show, Summary: "a group of mannequins that dance, jump and wave", Moment: 1.2,
		Text: "Two built-in characters, the mannequin and its companion, in many colors. Some loop a clip, the one " +
			"in front crossfades between two, and others walk and run past. Look at how the crossfades begin and end " +
			"without a jerk, and at the feet of the passersby: those on the ground do not slide.",
	},
	{
		Name: Locomotion, Summary: "a mannequin that keys or a script steer", Moment: 7,
		Text: "A state machine chooses what the character plays: standing, walking, running, turning, leaping, " +
			"waving. Root motion moves it, and markers in its clips leave footprints. Look at the lines of text: the " +
			"states and clips with their weights. The footprints stay where the feet stood. The keys are listed by " +
			"demo view -h.",
	},
	{
		Name: Matching, Summary: "a mannequin that plays what fits a wish best", Moment: 4.2,
		Text: "No state machine: ten times a second a search through walks, runs, sidesteps, stops and turns finds " +
			"the frame that fits the pose and the wish best. Keys, a click on the ground or a finger steer, and a " +
			"course until then. Look at the ground: orange is where the wish leads in the next second, blue where " +
			"the frame leads that plays, gray the frames that were next best. The panel tells what each costs, and " +
			"the lines of text how far the character is from its wish.",
	},
	{
		Name: "matching-crowd", Summary: "a crowd that walks to goals by motion matching", Moment: 6,
		Text: "500 mannequins, fewer in a browser, walk to goals of their own and avoid each other. The scene only " +
			"says where each wishes to go; the walks, turns and stops are found in one database by all of them. " +
			"Look at those who meet: they give way early, slow down and step aside.",
		make: scene.NewMatchingCrowd,
	},
	{
		Name: Recordings, Summary: "recordings on stick figures, and the same on the mannequin", Moment: 2.4,
		Text: "Each recording plays twice: on a stick figure of the skeleton that was recorded, and retargeted to " +
			"the mannequin of the same color beside it. Without files the library generates steps, runs and a walk of " +
			"a smaller body; with demo view --scene recordings a.bvh b.bvh they are yours. Look at the feet and " +
			"hands of both: they do the same at the same time, each at the scale of its body.",
	},
	{
		Name: "playback", Summary: "one clip, played in seven ways", Moment: 1.6,
		Text: "Seven characters play the same jump: in a loop, at half the speed, backward, as a ping-pong, once, " +
			"once and then held, and with pauses. The knob in front of each shows where in the clip it is. Look at " +
			"what happens at the end of the clip: the ping-pong turns around, 'once' fades out to the rest pose, " +
			"'hold' keeps the last pose.",
		make: scene.NewPlayback,
	},
	{
		Name: "blend", Summary: "a walk and a run, blended by weights that move", Moment: 2.2,
		Text: "Five mannequins walk, run, or do both at a weight that the knob shows, on belts that move as fast as " +
			"the blend of both. The fourth one's weight moves; " +
			"a sync group keeps the legs of both clips in phase, and the speed follows the weight. The fifth one has " +
			"the same weight but no sync group: look at its legs, which stumble where walk and run are out of phase.",
		make: scene.NewBlend,
	},
	{
		Name: "blend-space", Summary: "blend spaces along a line and in a plane, with positions that move", Moment: 2.2,
		Text: "The left mannequin's blend space has one coordinate, the speed: the knob passes standing, walking and " +
			"running. The right one's has two, turn and speed: the ball moves over the pad with its nine samples. " +
			"Look at the feet, which stay in phase, and at how it leans into a turn when the ball is at a side.",
		make: scene.NewBlendSpace,
	},
	{
		Name: "layers", Summary: "a walk with layers over it: by a mask, and additive", Moment: 1.9,
		Text: "Over the same walk, weights rise and fall: a wave that covers the whole body, the wave on the joints " +
			"of a mask, the differences of a dance, and both. Colors show what each layer moves: the wave orange, the " +
			"dance blue, the walk below them white. Look at the legs: with the whole wave they stop, and so does the " +
			"belt; with the mask they walk on. The additive layer keeps the walk's own motion and moves the trunk " +
			"in addition.",
		make: scene.NewLayers,
	},
	{
		Name: "root-motion", Summary: "paths on the ground by root motion and by formula", Moment: 6,
		Text: "Two mannequins walk on a circle: one is moved by the root motion of its clip and leaves dots, the " +
			"other one by a formula. The third one plays the clip as it was authored, without extraction, and jumps " +
			"back at the end of each loop. Look at the dots: they lie on the drawn circle, round after round. The " +
			"text shows how far root motion is off.",
		make: scene.NewRootMotion,
	},
	{
		Name: "events", Summary: "markers of clips that flash as they are passed", Moment: 1.36,
		Text: "Walk and run have markers where a foot meets the ground, the jump where it takes off and lands, the " +
			"dance on each beat. Look at the flashes: a disk appears below the foot, or a ring around the character, " +
			"at the moment when the knob passes a mark. The text names the last event of each.",
		make: scene.NewEvents,
	},
	{
		Name: "attach", Summary: "a sword, a hat, a camera and a rider on joints", Moment: 1.35,
		Text: "Things follow joints: a sword in the hand, a hat, a camera on the head with the edges of what it " +
			"films, and a small mannequin on a shoulder, which plays a clip of its own and wears a hat itself. Look " +
			"at the grip, which stays in the fist, and at the rider's hat, which follows two characters without lag.",
		make: scene.NewAttach,
	},
	{
		Name: "inertialization", Summary: "changes of motion: cut, crossfade and inertialization", Moment: 2.45,
		Text: "Three mannequins change between a run and a wave: at once, by crossfade, and by inertialization, " +
			"which plays the new clip at once while the difference decays. The dots trace the height of the right " +
			"hand. Look at the traces where the motion changes: the first one jumps, the second one slows down " +
			"between the two motions, the third one carries its speed over.",
		make: scene.NewInertialization,
	},
	{
		Name: "morph", Summary: "morph targets whose weights a clip moves", Moment: 1.9,
		Text: "Each mannequin has a morph target: a belly, strength, a large head, waves over the skin; the last one " +
			"has all four. Their clip moves the weights, which the knobs show, while the joints dance. Look at the " +
			"light on the belly and on the waves: normals follow the surface.",
		make: scene.NewMorph,
	},
	{
		Name: "reach", Summary: "hands that reach for a ball by two-bone inverse kinematics", Moment: 1.6,
		Text: "The right hands follow an orange ball that leaves their reach for a while. Look at the elbows when " +
			"the arm becomes straight: the first one snaps, the second one slows down before, at the price of some " +
			"distance from the ball. The third one's elbow follows the blue ball.",
		make: scene.NewReach,
	},
	{
		Name: "multithreading", Summary: "one crowd, animated by different numbers of workers", Moment: 0.6,
		Text: "The crowd is animated once for each number of workers, in worlds of their own; one of them is drawn. " +
			"Look at the bars: the higher, the longer a frame takes with that number of workers. The text has the " +
			"milliseconds. The poses have the same bits with any number.",
		make: scene.NewMultithreading,
	},
	{
		Name: "levels-of-detail", Summary: "a crowd that is posed by what a camera sees of it", Moment: 3.5,
		Text: "A camera turns before the crowd; the lines on the ground are the sides of its view. Colors show how " +
			"each character is posed: the smaller it looks, the less often and with the fewer joints. Those out of " +
			"its view are neither posed nor drawn. Look at the borders between the colors: the hysteresis keeps " +
			"characters from changing back and forth.",
		make: scene.NewLevelsOfDetail,
	},
	{
		Name: "baked", Summary: "a rigid-body simulation, recorded into a clip and played on boxes", Moment: 0.5,
		Text: "The fall of a ragdoll was simulated once, while the scene was made, and recorded: each box is a joint " +
			"of a skeleton without hierarchy, and the beads mark the ways of head and feet. The clip plays forward, " +
			"backward, slowly and as a ping-pong. Look at the second one, which falls upward: no physics runs any more.",
		make: scene.NewBaked,
	},
	{
		Name: "look-at", Summary: "a crowd that watches a runner", Moment: 4.05,
		Text: "512 mannequins follow one with their eyes. Look at how spine, neck and head share the turn, and at " +
			"those who cannot turn any further: they stop at the limit of their necks, and come around on the other " +
			"side without a snap.",
		make: scene.NewLookAt,
	},
	{
		Name: "slopes", Summary: "mannequins that walk over stairs and a ramp, half of them with foot placement",
		Moment: 1,
		Text: "The two rows in front place their feet on the ground, the two rows behind do not. Look at the soles: " +
			"in front they stand on the steps and lie on the ramp, behind they sink in or float.",
		make: scene.NewSlopes,
	},
	{
		Name: "full-body", Summary: "a mannequin that lifts a box with both hands", Moment: 1.9,
		Text: "Inverse kinematics of the whole body: the hands hold the box, and the body follows. Look at the feet, " +
			"which stay, at the back, which bends with the load, and at the palms on the box.",
		make: scene.NewFullBody,
	},
	{
		Name: "springs", Summary: "mannequins with hair and tails that swing", Moment: 1,
		Text: "Ponytails, antennas and tails swing after the motion by physics. Look at how they lag behind at turns " +
			"and landings, and do not enter the body.",
		make: scene.NewSprings,
	},
	{
		Name: "ragdoll", Summary: "mannequins that are pushed over, fall by physics and get up", Moment: 1.6,
		Text: "Four mannequins are pushed, fall as rigid bodies, come to rest, and get up from how they lie. Look at " +
			"the moment of the push, where the pose continues into the fall, and at getting up, which begins from " +
			"the very pose on the ground.",
		make: scene.NewRagdoll,
	},
	{
		Name: "retargeting", Summary: "one clip on four rigs", Moment: 1,
		Text: "The mannequin, a child, a giant and a heron play one dance. The limbs, rest poses and joint names of " +
			"the rigs differ. Look at the feet, which stand on the ground at the same moments, and at the hands, " +
			"which meet the body alike.",
		make: scene.NewRetargeting,
	},
	{
		Name: "mirrored", Summary: "a pair of which one is the other's mirror image", Moment: 1,
		Text: "One plays a clip, the other one the clip's mirror image, made at load. Look for any difference from a " +
			"mirror that stands between them: there is none.",
		make: scene.NewMirrored,
	},
	{
		Name: "skinning", Summary: "tubes that twist and bend, skinned by every method", Moment: 0.9,
		Text: "No mannequins: three tubes twist by up to 180 degrees and three bend, skinned linearly, by the " +
			"heaviest joint alone, and by dual quaternions. Look at the middle: the linear tube collapses, the rigid " +
			"one breaks, dual quaternions keep its volume.",
		make: scene.NewSkinning,
	},
	{
		Name: "millipede", Summary: "two creatures with 48 legs each, modeled and animated in code", Moment: 1,
		Text: "No mannequins: a skeleton of 175 joints, its skin and its clip of one step are built by the library's " +
			"functions, without a file. The pairs of legs begin their steps one after the other. Look at the waves " +
			"that run along the legs, and at the feet: those on the ground stay where they are.",
		make: scene.NewMillipede,
	},
	{
		Name: "pairs", Summary: "couples of different sizes who shake hands, one of them interrupted", Moment: 2,
		Text: "A paired motion brings two characters to their places and plays their parts at one time; the guest, at " +
			"the right, bows afterward while the host waits. Sizes and rigs differ: the guest's hand finds the host's " +
			"by inverse kinematics. Look at the hands, which stay together, and at the last couple: its guest is " +
			"called away in the middle, and both go on with what they did before without a jerk.",
		make: scene.NewPairs,
	},
	{
		Name: "town", Summary: "a market place full of people, horses and birds", Moment: 4,
		Text: "Five rigs from files of their own, in outfits that join their skeletons: people walk through the " +
			"streets and up the slopes, talk by layers, dance in pairs, watch those who pass, and ride on horses. " +
			"Look at the riders, who sit in their saddles, at the feet on the slopes, at the eyes of those who talk, " +
			"and at the ponytails.",
		make: scene.NewTown,
	},
	{
		Name: Stadium, Summary: "a crowd of 100,000 that the GPU poses", Moment: 1,
		Text: "Runners on a track and spectators who wave in waves. The GPU computes their poses from the time " +
			"alone. Look at the line of text: the time that the crowd takes of the CPU. With --count there are as " +
			"many as you like.",
	},
}
