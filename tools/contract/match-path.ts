/** True where the last segments of a path are those of a description's template. Slashes at the end count. */
export function fitsPath(template: string, path: string): boolean {
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
  const source = segment
    .split(/\{[^}]*\}/)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.+');
  return new RegExp(`^${source}$`);
}
