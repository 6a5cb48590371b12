// Command three measures three.js in Node for package peers: AnimationMixer, the world matrices of
// the scene, and Skeleton. The script measure.mjs does the work; npm ci --ignore-scripts installs
// three.js.
package main
