/** The polynomial of IEEE 802.3, its bits in reverse. @see https://www.rfc-editor.org/rfc/rfc1952#section-8 */
const polynomial = 0xedb8_8320;

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let rest = index;
  for (let bit = 0; bit < 8; bit += 1) rest = (rest & 1) === 1 ? (rest >>> 1) ^ polynomial : rest >>> 1;
  return rest;
});

/** The CRC-32 of bytes, 0 to 2^32 - 1. */
export function crc32(bytes: Uint8Array): number {
  let rest = 0xffff_ffff;
  for (const byte of bytes) rest = (table[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8);
  return (rest ^ 0xffff_ffff) >>> 0;
}
