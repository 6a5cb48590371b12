// Command sinew measures Sinew for package peers: updates of an arche world, with the whole
// schedule and one worker. Exact clips are sampled from the authored keys, as glTF defines; baked
// ones are the runtime form, with the default tolerance.
package main
