import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Connector } from '../../connectors/kit/connector.ts';
import { listNotDocumented, listOpenFacts, type Meaning, readSheet } from '../../connectors/kit/meaning/meaning.ts';

const load: (path: string) => { meaning: Meaning } = createRequire(import.meta.url);

/** The sheets of a connector, if it has any. Processes of a deployment have no use for them. */
export function loadMeaning(id: string): Meaning | undefined {
  const path = join(import.meta.dirname, '..', '..', 'connectors', id, 'meaning.ts');
  return existsSync(path) ? load(path).meaning : undefined;
}

/** How many of a connector's objects have a sheet with every fact. */
export function countSheets({ id, objects }: Connector): { complete: number; objects: number } {
  const meaning = loadMeaning(id);
  const names = Object.keys(objects);
  const complete = names.filter(
    (name) => meaning?.asOf !== undefined && listOpenFacts(readSheet(meaning, name)).length === 0,
  );
  return { complete: complete.length, objects: names.length };
}

/** Facts of a connector's objects that its vendor's pages do not say, and that it is careful about. */
export function countNotDocumented({ id, objects }: Connector): number {
  const meaning = loadMeaning(id);
  if (meaning === undefined) return 0;
  return Object.keys(objects).reduce((sum, name) => sum + listNotDocumented(readSheet(meaning, name)).length, 0);
}
