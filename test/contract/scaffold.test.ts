import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connector } from '../../connectors/kit/connector.ts';
import { factNames, listOpenFacts, type Meaning, readSheet } from '../../connectors/kit/meaning/meaning.ts';
import { renderScaffold } from '../../tools/scaffold/render-scaffold.ts';
import { checkDefinition } from './check-definition.ts';

const root = join(import.meta.dirname, '../..');
/** Beside the connectors, whose kit it imports; no folder of theirs, so that nobody takes it for one. */
const folder = join(root, '.cache', 'scaffold');

beforeEach(() => mkdir(join(folder, 'connectors/new_vendor'), { recursive: true }));

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('test/contract/scaffold', () => {
  it('makes a connector that is complete in itself', async () => {
    for (const { path, text } of renderScaffold('new_vendor')) {
      await writeFile(join(folder, path), text.replaceAll("'../kit/", `'${root}/connectors/kit/`));
    }

    const made: { connector: Connector } = await import(join(folder, 'connectors/new_vendor/index.ts'));

    expect(made.connector.id).toBe('new_vendor');
    expect(made.connector.name).toBe('New Vendor');
    expect(checkDefinition(made.connector)).toEqual([]);
  });

  it('makes sheets that have every fact, none of which is known yet', async () => {
    const sheets = renderScaffold('new_vendor').find(({ path }) => path.endsWith('meaning.ts'));
    await writeFile(join(folder, sheets?.path ?? ''), sheets?.text ?? '');

    const { meaning }: { meaning: Meaning } = await import(join(folder, 'connectors/new_vendor/meaning.ts'));

    expect(Object.keys(meaning.all)).toEqual(factNames);
    expect(listOpenFacts(readSheet(meaning, 'users'))).toEqual(factNames);
  });
});
