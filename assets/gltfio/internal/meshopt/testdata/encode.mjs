// Prints buffer views that meshoptimizer has encoded, one per line: mode, count, stride, filter, encoded bytes and the
// bytes that its own decoder makes of them, both in hexadecimal. Usage: node encode.mjs PATH-OF-MESHOPTIMIZER SEED CASES
import { pathToFileURL } from 'url';
import path from 'path';

const [root, seed, cases] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const load = (name) => import(pathToFileURL(path.join(root, name)).href);
const { MeshoptEncoder: encoder } = await load('meshopt_encoder.js');
const { MeshoptDecoder: decoder } = await load('meshopt_decoder.mjs');
await Promise.all([encoder.ready, decoder.ready]);

let state = seed >>> 0;
// random returns an integer from 0 to n-1.
function random(n) {
	state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
	return Math.floor((state / 4294967296) * n);
}
const hex = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

function print(mode, count, stride, filter, source) {
	const target = new Uint8Array(count * stride);
	decoder.decodeGltfBuffer(target, count, stride, source, mode, filter);
	console.log(mode, count, stride, filter, hex(source), hex(target));
}

// attributes makes elements of several kinds: noise, slow changes, constants, floats.
function attributes(count, stride) {
	const bytes = new Uint8Array(count * stride);
	const floats = new DataView(bytes.buffer);
	for (let at = 0; at < stride; at += 4) {
		const kind = random(5);
		let x = random(1 << 30), y = random(65536);
		for (let i = 0; i < count; i++) {
			const to = i * stride + at;
			if (kind === 0) floats.setUint32(to, random(4294967296), true);
			if (kind === 1) floats.setUint32(to, (x += random(9) - 4), true);
			if (kind === 2) floats.setUint32(to, x, true);
			if (kind === 3) floats.setFloat32(to, Math.sin(i / 50) * 3 + random(1000) / 1e6, true);
			if (kind === 4) { floats.setUint16(to, (y += random(300) - 150) & 65535, true); floats.setUint16(to + 2, (y ^ i) & 65535, true); }
		}
	}
	return bytes;
}

// grid makes the triangles of a grid, some of them exchanged or repeated.
function grid(size) {
	const list = [];
	const at = (x, y) => y * (size + 1) + x;
	for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) list.push([at(x, y), at(x + 1, y), at(x, y + 1)], [at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)]);
	for (let i = random(list.length); i > 0; i -= 1 + random(5)) { const k = random(list.length); [list[i], list[k]] = [list[k], list[i]]; }
	if (random(3) === 0) list.push(...list.slice(0, random(20)));
	return new Uint32Array(list.flat());
}

for (let i = 0; i < cases; i++) {
	switch (i % 8) {
		case 0: case 1: case 2: {
			const stride = random(4) === 0 ? 4 * (1 + random(64)) : 4 * (1 + random(8));
			const count = 1 + random(random(2) === 0 ? 40 : 700);
			const level = random(4), version = random(3) === 0 ? 0 : 1;
			print('ATTRIBUTES', count, stride, 'NONE', encoder.encodeVertexBufferLevel(attributes(count, stride), count, stride, level, version));
			break;
		}
		case 3: case 4: {
			const indices = grid(1 + random(12)), stride = random(2) === 0 ? 2 : 4;
			print('TRIANGLES', indices.length, stride, 'NONE', encoder.encodeIndexBuffer(new Uint8Array(indices.buffer), indices.length, 4));
			break;
		}
		case 5: {
			const indices = new Uint32Array(1 + random(400));
			for (let k = 0, a = 0, b = 100000; k < indices.length; k++) indices[k] = random(3) ? (a += random(5)) : (b += random(99) - 49);
			print('INDICES', indices.length, random(2) === 0 ? 2 : 4, 'NONE', encoder.encodeIndexSequence(new Uint8Array(indices.buffer), indices.length, 4));
			break;
		}
		default: {
			const count = 1 + random(100), values = new Float32Array(4 * count);
			const wide = random(2) === 0, kind = random(4);
			for (let k = 0; k < count; k++) {
				const v = [0, 0, 0, 0].map(() => random(2001) / 1000 - 1);
				const used = kind === 0 ? 3 : 4;
				const length = kind > 1 ? 1 : Math.hypot(...v.slice(0, used)) || 1;
				for (let c = 0; c < 4; c++) values[4 * k + c] = kind === 2 ? v[c] * 1000 : kind === 3 ? Math.abs(v[c]) : c < used ? v[c] / length : random(2) * 2 - 1;
			}
			const stride = kind === 1 || wide ? 8 : 4, bits = stride === 8 ? 4 + random(13) : 4 + random(5);
			const [filter, size, encoded] = [
				() => ['OCTAHEDRAL', stride, encoder.encodeFilterOct(values, count, stride, bits)],
				() => ['QUATERNION', 8, encoder.encodeFilterQuat(values, count, 8, bits)],
				() => ['EXPONENTIAL', 16, encoder.encodeFilterExp(values, count, 16, 1 + random(24))],
				() => ['COLOR', stride, encoder.encodeFilterColor(values, count, stride, bits)],
			][kind]();
			print('ATTRIBUTES', count, size, filter, encoder.encodeVertexBufferLevel(encoded, count, size, 2, random(2)));
		}
	}
}
