/**
 * True where the last segments of a path are those of a description's template. Slashes at the end count; `{+name}` stands
 * for one segment or more (RFC 6570 level 2).
 */
export function fitsPath(template: string, path: string): boolean {
  if (template.includes('{+')) return toWidePattern(template).test(path);
  const wanted = toSegments(template);
  const given = toSegments(path);
  if (wanted.length > given.length) return false;
  const tail = given.slice(given.length - wanted.length);
  return wanted.every((segment, index) => toPattern(segment).test(tail[index] ?? ''));
}

/** How much of a template is fixed text: the more, the better it tells an operation from others. */
export function countFixed(template: string): number {
  return template.replaceAll(/\{[^}]*\}/g, '').length;
}

function toSegments(path: string): string[] {
  return path.replace(/^\//, '').split('/');
}

/** `{id}` stands for any text, also beside fixed text: `{id}:disable`. */
function toPattern(segment: string): RegExp {
  return new RegExp(`^${segment.split(hole).map(escapeText).join('.+')}$`);
}

function toWidePattern(template: string): RegExp {
  const source = template.replaceAll(/\{(\+?)[^}]*\}|[^{]+/g, (part, plus?: string) => {
    if (!part.startsWith('{')) return escapeText(part);
    return plus === '+' ? '.+' : '[^/]+';
  });
  return new RegExp(`${source}$`);
}

const hole = /\{[^}]*\}/;

function escapeText(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
