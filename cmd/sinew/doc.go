// Command sinew prints the contents of animated glTF files and converts them. It needs neither cgo
// nor OpenGL:
//
//	go install github.com/sinew-go/sinew/cmd/sinew@latest
//
//	sinew inspect file.glb         list the joints, skins, meshes, materials and clips of a file
//	sinew inspect --check file.glb print what is wrong with a file, and what to do about it
//	sinew inspect all.pack         list what is in a pack
//	sinew inspect graph.json       list states and transitions, or write --dot for Graphviz
//	sinew pose file.glb            print the transforms of all nodes at given times, as JSON
//	sinew retarget a.glb b.glb     write the character of b.glb with the clips of a.glb, to --out
//	sinew convert in.gltf out.glb  write a file as plain binary glTF, with the clips it shall have
//	sinew bake file.glb ...        bake the clips, print the size and error of each, fill a --cache
//	sinew bake folder -o all.pack  write what the files of a folder hold into one pack, as frames use it:
//	                               glTF files, recordings in BVH, and the JSON of graphs, databases,
//	                               modifier stacks, ragdolls
//	sinew replay bug.sinew         play the frames that a program kept and compare each, tell with --frame
//	                               why characters looked as they did, or write a Go --test of it, or an
//	                               --mcap file that Foxglove and Rerun open
//
// Each command has -h. Long flags work with one dash or two. The exit status is 0 for success; 1
// for an error, after one line that describes it; 2 for an invalid command line; and 3 if inspect
// --check has findings, so that it serves in a pipeline.
//
// The command demo draws.
package main
