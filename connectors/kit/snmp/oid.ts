/** Object identifiers in dotted notation: at most 128 numbers of 32 bits. @see https://www.rfc-editor.org/rfc/rfc2578#section-3.5 */
const pattern = /^\d+(?:\.\d+){0,127}$/;

/** True for an identifier or a part of one; a leading dot is none of its. */
export function isOid(text: string): boolean {
  return pattern.test(text) && text.split('.').every((arc) => Number(arc) < 2 ** 32);
}

/** Order of identifiers, number by number, as agents walk them. */
export function compareOids(a: string, b: string): number {
  const [left, right] = [a.split('.'), b.split('.')];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = Number(left[at]) - Number(right[at]);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** What of an identifier stands below another; `undefined` where it does not. */
export function belowOid(root: string, oid: string): string | undefined {
  return oid.startsWith(`${root}.`) ? oid.slice(root.length + 1) : undefined;
}
