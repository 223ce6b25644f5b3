/**
 * Characters with Unicode's property White_Space, which CEL trims; JavaScript's own differ in U+0085 and U+FEFF.
 *
 * @see https://www.unicode.org/Public/UCD/latest/ucd/PropList.txt
 */
const spaces: ReadonlySet<string> = new Set(
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
);

/** Removes white space at the given ends. A loop, because a pattern for the end would examine every inner space. */
export function trimText(text: string, atStart: boolean, atEnd: boolean): string {
  let start = 0;
  let end = text.length;
  if (atStart) while (start < end && isSpace(text, start)) start += 1;
  if (atEnd) while (end > start && isSpace(text, end - 1)) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || ((code < 0x20 || code > 0x84) && spaces.has(text.charAt(at)));
}
