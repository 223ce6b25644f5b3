/**
 * Renders `all.ts`, which imports every connector: one folder each, named by its id.
 *
 * `node test/conformance/write-index.ts` writes it; a test fails when it is not up to date.
 */
export function renderIndex(folders: readonly string[]): string {
  const ids = folders.filter((folder) => folder !== 'kit').toSorted((a, b) => (a < b ? -1 : 1));
  const imports = ids.map((id) => `import { connector as ${toName(id)} } from './${id}/index.ts';`);
  return [
    ...imports,
    "import type { Connector } from './kit/define.ts';",
    '',
    '/** Every connector, by id. Generated: see `render-index.ts`. */',
    'export const allConnectors: readonly Connector[] = [',
    ...ids.map((id) => `  ${toName(id)},`),
    '];',
    '',
  ].join('\n');
}

/** `cisa_kev` → `cisaKev` */
function toName(id: string): string {
  return id.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
