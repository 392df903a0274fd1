// Bytes as letters. What packs the page once more on its way codes letters by how often they come: 32 of ours stand for six bits each and 64 for
// seven, so that all codes are used up. With the 64 letters of base64 the page is 0.1 percent larger.

/** All that can be read in a script as it is written, but what could end one. */
const LETTERS = "\t\n" + Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("").replace("<", "");

/** Bytes as letters. */
export function letters(bytes) {
  let text = "";
  for (let at = 0; at < 8 * bytes.length; ) {
    const here = at >> 3;
    const seven = (((bytes[here] << 8) | bytes[here + 1]) >> (9 - (at & 7))) & 127;
    text += LETTERS[seven < 64 ? seven >> 1 : seven - 32];
    at += seven < 64 ? 6 : 7;
  }
  return text;
}

/** The bytes that letters stand for. */
export function bytes(text) {
  const found = new Uint8Array(text.length), of = {};
  [...LETTERS].forEach((letter, at) => (of[letter] = at));
  let held = 0, bits = 0, size = 0;
  for (const letter of text) {
    const at = of[letter];
    held = at < 32 ? (held << 6) | at : (held << 7) | (at + 32);
    bits += at < 32 ? 6 : 7;
    if (bits >= 8) {
      bits -= 8;
      found[size++] = held >> bits;
      held &= (1 << bits) - 1;
    }
  }
  return found.subarray(0, size);
}
