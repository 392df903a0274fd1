// What is packed into the page. By xz it is a third smaller than by what every browser unpacks itself, the decoder counted in.

import { XzReadableStream } from "xz-decompress";
import { bytes } from "./letters.js";

/** What an element of the page holds. */
export function unpacked(id) {
  const packed = bytes(document.getElementById(id).textContent);
  return new Response(new XzReadableStream(new Blob([packed]).stream()));
}
