/**
 * Renders `all.ts`, which names every connector: one folder each, named by its id.
 *
 * `node test/conformance/write-index.ts` writes it; a test fails when it is not up to date.
 */
export function renderIndex(folders: readonly string[]): string {
  const ids = folders.filter((folder) => folder !== 'kit').toSorted((a, b) => (a < b ? -1 : 1));
  return [
    '/** The id of every connector. Generated: see `render-index.ts`. */',
    'export const connectorIds: readonly string[] = [',
    ...ids.map((id) => `  '${id}',`),
    '];',
    '',
  ].join('\n');
}
