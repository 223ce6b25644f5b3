/**
 * Finds the target of a link relation in a `Link` header.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8288#section-3
 */
export function findLink(header: string | undefined, rel: string): string | undefined {
  for (const link of splitOutside(header ?? '', ',')) {
    const [target = '', ...parameters] = splitOutside(link, ';').map((part) => part.trim());
    if (!target.startsWith('<') || !target.endsWith('>')) continue;
    if (parameters.some((parameter) => namesRelation(parameter, rel))) return target.slice(1, -1);
  }
  return undefined;
}

function namesRelation(parameter: string, rel: string): boolean {
  const equals = parameter.indexOf('=');
  if (equals === -1 || parameter.slice(0, equals).trim().toLowerCase() !== 'rel') return false;
  const value = parameter.slice(equals + 1).trim();
  const names = value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  return names.toLowerCase().split(' ').includes(rel.toLowerCase());
}

/** Splits at a separator, but not within `<…>` or quotes. One pass: a hostile header costs linear time. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let closing: string | undefined;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (closing !== undefined) {
      if (char === closing) closing = undefined;
    } else if (char === '<' || char === '"') {
      closing = char === '<' ? '>' : '"';
    } else if (char === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
