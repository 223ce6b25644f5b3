/**
 * Code with every other character escaped. One character beyond Latin-1, in a comment of a dependency, and V8 holds each of
 * the text in two bytes.
 */
export function toAscii(code: string): string {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
