/**
 * Renders `all.ts`, which names every connector: one folder each, named by its id.
 *
 * @param described Those of the folders that have a contract.
 * `node test/conformance/write-index.ts` writes it; a test fails when it is not up to date.
 */
export function renderIndex(folders: readonly string[], described: readonly string[]): string {
  const toLines = (names: readonly string[]): string[] =>
    names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => `  '${name}',`);
  return [
    '/** The id of every connector. Generated: see `render-index.ts`. */',
    'export const connectorIds: readonly string[] = [',
    ...toLines(folders.filter((folder) => folder !== 'kit' && folder !== 'drivers')),
    '];',
    '',
    '/** Those of them whose vendor describes what writes take: each has a `write-schemas.json`. Generated likewise. */',
    'export const describedConnectorIds: readonly string[] = [',
    ...toLines(described),
    '];',
    '',
  ].join('\n');
}
