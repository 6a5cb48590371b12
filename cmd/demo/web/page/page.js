// Loads the programs of the page and runs them. Everything else is in the programs: the preview
// draws the first scene, and comes fast as it is small; the whole program draws every scene and
// reads models. The page begins with the preview, and hands over to the whole program when
// something else is asked for. It fetches the whole program as soon as there is a picture, and no
// more later.
"use strict";

(async () => {
	const stage = document.getElementById("stage");
	const progress = document.getElementById("progress");
	// Downloading is this part of the progress; the program shows the rest.
	const downloading = 0.6;
	const sizes = JSON.parse(document.body.dataset.sizes); // of the programs, in bytes
	const address = Object.fromEntries(new URLSearchParams(location.search));
	let running; // ends the program that runs

	function fail(error, state) {
		document.body.dataset.state = state;
		document.getElementById("message").textContent = String(error.message || error);
		document.getElementById("error").hidden = false;
	}

	// request returns the answer of a server, and throws its errors.
	async function request(name) {
		const response = await fetch(name);
		if (!response.ok) throw new Error(`${name}: the server answered ${response.status} ${response.statusText}`);
		return response;
	}

	// load returns the bytes of a program. A server that compresses what it sends has the smallest
	// file; from others comes the file that is compressed already. It calls arrived with the part
	// that has arrived, from 0 to 1, where the server tells the size.
	async function load(name, arrived) {
		let response = await request(name);
		const inflate = typeof DecompressionStream === "function";
		if (inflate && !response.headers.get("Content-Encoding")) {
			const compressed = await fetch(name + ".gz");
			if (compressed.ok) {
				response.body.cancel();
				response = compressed;
			} else compressed.body?.cancel();
		}
		const encoded = response.headers.get("Content-Encoding"); // Content-Length is then not of what is read here
		const total = encoded ? sizes[name] : Number(response.headers.get("Content-Length"));
		const chunks = [];
		let size = 0;
		for (const reader = response.body.getReader();;) {
			const {done, value} = await reader.read();
			if (done) break;
			chunks.push(value);
			size += value.length;
			if (total > 0) arrived(Math.min(1, size / total));
		}
		const blob = new Blob(chunks);
		const magic = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
		const compressed = magic[0] === 0x1f && magic[1] === 0x8b; // some servers have decompressed it already
		const bytes = compressed ? new Response(blob.stream().pipeThrough(new DecompressionStream("gzip"))) : blob;
		return new Uint8Array(await bytes.arrayBuffer());
	}

	// fetchWhole returns the bytes of the whole program, and keeps them. It shows its progress
	// while somebody waits for it.
	let whole, waiting = false;
	function fetchWhole() {
		whole ??= load("sinew.wasm", part => { if (waiting) progress.value = downloading * part; });
		whole.catch(() => { whole = undefined; }); // the next call tries again
		return whole;
	}

	// run runs a program instead of the present one, whose listeners end, and whose last picture
	// stays until the first one of the new program. The function leave returns what the new one
	// needs to go on from there.
	async function run(bytes, asked, leave) {
		progress.value = downloading;
		stage.textContent = "Starting the program";
		const go = new Go();
		const {instance} = await WebAssembly.instantiate(bytes, go.importObject);
		const canvas = document.getElementById("view");
		const before = leave?.();
		if (running) {
			running.abort();
			const fresh = canvas.cloneNode();
			canvas.id = "previous";
			canvas.before(fresh);
		}
		const program = running = new AbortController();
		globalThis.sinew = {request: asked, before, signal: program.signal, handOver, drawn};
		const ended = () => {
			if (!program.signal.aborted) fail("the program has ended; the browser's console shows why", "failed");
		};
		go.run(instance).then(ended, ended);
	}

	// drawn is called by a program after its first picture.
	function drawn() {
		performance.mark("drawn");
		document.body.classList.add("shown");
		document.getElementById("previous")?.remove();
		fetchWhole().then(() => { document.body.dataset.whole = "loaded"; }, () => {});
	}

	// handOver runs the whole program instead of the preview, with what is asked of it. If it
	// cannot, the preview runs on. The preview goes on while the whole program loads, so that what
	// it shows at the end is what the function leave returns.
	async function handOver(asked, leave) {
		try {
			stage.textContent = "Loading the program";
			progress.value = 0;
			waiting = true;
			await run(await fetchWhole(), {count: address.count, ...asked}, leave);
		} catch (error) {
			document.getElementById("scenes").value = document.body.dataset.preview;
			fail(error, "ready");
		}
		waiting = false;
	}

	if (!document.createElement("canvas").getContext("webgl2")) {
		location.replace("webgl2.html" + location.search); // which says what to do
		return;
	}

	try {
		if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
		stage.textContent = "Loading the program";
		const first = document.body.dataset.preview;
		waiting = true;
		const needsWhole = ["panel", "timeline", "tuning"].some(part => address[part] !== undefined);
		if ((address.scene || first) === first && !needsWhole) {
			await run(await load("preview.wasm", part => { progress.value = downloading * part; }), address);
		} else await run(await fetchWhole(), address);
		waiting = false;
	} catch (error) {
		fail(error, "failed");
	}
})();
