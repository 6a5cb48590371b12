// Loads the program of the page and runs it. Everything else is in the program.
"use strict";

(async () => {
	const stage = document.getElementById("stage");
	const progress = document.getElementById("progress");
	// Downloading is this part of the progress; the program shows the rest.
	const downloading = 0.6;

	// load returns the bytes of a file, and shows how much of it has arrived.
	async function load(name) {
		const response = await fetch(name);
		if (!response.ok) throw new Error(`${name}: the server answered ${response.status} ${response.statusText}`);
		const total = Number(response.headers.get("Content-Length"));
		const chunks = [];
		let size = 0;
		for (const reader = response.body.getReader();;) {
			const {done, value} = await reader.read();
			if (done) break;
			chunks.push(value);
			size += value.length;
			if (total > 0) progress.value = downloading * Math.min(1, size / total);
		}
		return new Uint8Array(await new Blob(chunks).arrayBuffer());
	}

	try {
		if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
		stage.textContent = "Loading the program";
		let bytes = await load(typeof DecompressionStream === "function" ? "sinew.wasm.gz" : "sinew.wasm");
		if (bytes[0] === 0x1f && bytes[1] === 0x8b) { // some servers have decompressed it already
			const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
			bytes = new Uint8Array(await new Response(stream).arrayBuffer());
		}
		progress.value = downloading;
		stage.textContent = "Starting the program";
		const go = new Go();
		const {instance} = await WebAssembly.instantiate(bytes, go.importObject);
		await go.run(instance);
		throw new Error("the program has ended; the browser's console shows why");
	} catch (error) {
		document.body.dataset.state = "failed";
		document.getElementById("message").textContent = String(error.message || error);
		document.getElementById("error").hidden = false;
	}
})();
