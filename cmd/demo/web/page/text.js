// Tells on the pages that are read whether this browser can draw the scenes.
"use strict";

(() => {
	const draws = Boolean(document.createElement("canvas").getContext("webgl2"));
	for (const [id, shown] of [["missing", !draws], ["present", draws]]) {
		const note = document.getElementById(id);
		if (note) note.hidden = !shown;
	}
	const again = document.getElementById("again"); // leads back to what was asked for
	if (again) again.href += location.search;
})();
