// Command sinew measures Sinew for package peers: an update of an arche world, schedule and all, by one worker. Exact clips are
// sampled as glTF says; baked ones are the form that games run, made at load to the default tolerance.
package main
