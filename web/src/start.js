// Begins the page that holds everything: its script is packed too, an eighth smaller than by what every browser unpacks itself.

import { unpacked } from "./pack.js";

// The script reads by it what else is packed.
globalThis.unpacked = unpacked;
unpacked("main").text().then((text) => {
  const script = document.createElement("script");
  script.textContent = text;
  document.body.append(script);
});
