// Measures three.js in Node: AnimationMixer, world matrices, Skeleton. The first argument is the
// request in JSON. Prints, in JSON, the least and the median time of a frame in nanoseconds for each
// number of characters, and palettes to compare.
import { readFileSync } from 'node:fs';
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { clone } from 'three/addons/utils/SkeletonUtils.js';

const request = JSON.parse(process.argv[2]);
const FRAME = 1 / 60;

// Returns a GLB file without its textures, which Node cannot decode and nothing here draws.
function withoutTextures(file) {
  if (file.readUInt32LE(0) !== 0x46546c67) throw new Error(`${request.file}: three.js is measured on .glb files only`);
  const length = file.readUInt32LE(12);
  const document = JSON.parse(file.toString('utf8', 20, 20 + length));
  for (const mesh of document.meshes ?? []) for (const primitive of mesh.primitives) delete primitive.material;
  for (const key of ['materials', 'textures', 'images', 'samplers']) delete document[key];
  let json = Buffer.from(JSON.stringify(document));
  json = Buffer.concat([json, Buffer.alloc(-json.length & 3, ' ')]);
  const rest = file.subarray(20 + length);
  const copy = Buffer.alloc(20 + json.length + rest.length);
  file.copy(copy, 0, 0, 20);
  copy.writeUInt32LE(copy.length, 8);
  copy.writeUInt32LE(json.length, 12);
  json.copy(copy, 20);
  rest.copy(copy, 20 + json.length);
  return copy.buffer.slice(copy.byteOffset, copy.byteOffset + copy.length);
}

function character(gltf, clips, start) {
  const scene = clone(gltf.scene);
  let skinned;
  scene.traverse((node) => { if (node.isSkinnedMesh) skinned ??= node; });
  const mixer = new THREE.AnimationMixer(scene);
  for (const clip of clips) {
    const action = mixer.clipAction(gltf.animations[clip]);
    action.setEffectiveWeight(1 / clips.length).play();
    action.time = start;
  }
  return { scene, mixer, skeleton: skinned.skeleton };
}

function update(crowd) {
  for (const { scene, mixer, skeleton } of crowd) {
    mixer.update(FRAME);
    scene.updateMatrixWorld();
    skeleton.update();
  }
}

function timeFrames(crowd, budget) {
  let frames = 1;
  const runs = [];
  for (const end = performance.now() + budget; runs.length === 0 || performance.now() < end;) {
    const start = performance.now();
    for (let i = 0; i < frames; i++) update(crowd);
    const elapsed = performance.now() - start;
    if (elapsed < 4) frames *= 2;
    else runs.push(elapsed / frames * 1e6);
  }
  runs.sort((a, b) => a - b);
  return [runs[0], (runs[(runs.length - 1) >> 1] + runs[runs.length >> 1]) / 2];
}

// Converts column-major 4x4 matrices into row-major 3x4 ones.
function rows(skeleton) {
  const all = [];
  for (let bone = 0; bone < skeleton.bones.length; bone++) {
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 4; column++) all.push(skeleton.boneMatrices[bone * 16 + column * 4 + row]);
    }
  }
  return all;
}

const bytes = withoutTextures(readFileSync(request.file));
const gltf = await new GLTFLoader().parseAsync(bytes, '');
const compared = request.comparedStarts.map((start) => character(gltf, request.clips, start));
for (let i = 0; i < request.comparedFrames; i++) update(compared);
const times = request.starts.map((starts) => timeFrames(starts.map((start) => character(gltf, request.clips, start)), request.budget));
console.log(JSON.stringify({ times, palettes: compared.map(({ skeleton }) => rows(skeleton)) }));
