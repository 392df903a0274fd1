// What is packed into the page. By xz it is a third smaller than by what every browser unpacks itself, the decoder counted in.

import { XzReadableStream } from "xz-decompress";

/** What an element of the page holds. */
export function unpacked(id, type = "text/plain") {
  const text = document.getElementById(id).textContent.trim();
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Response(new XzReadableStream(new Blob([packed]).stream()), { headers: { "content-type": type } });
}
