// Command g3n measures the engine g3n for package peers: its animation, its nodes' world matrices, its skeleton's bone matrices.
package main
