// Command g3n measures the engine g3n for package peers: its animation, the world matrices of its
// nodes, and the bone matrices of its skeleton.
package main
