import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-options-'));
  await writeFile(join(folder, 'own.yaml'), 'name: Desk\n');
});

afterAll(() => rm(folder, { recursive: true }));

describe('cli/options', () => {
  it('takes a file where JSON or YAML is wanted, and leaves other texts as they are', async () => {
    const facts = [
      { name: 'definition', type: 'json' },
      { name: 'document', type: 'text' },
      { name: 'name', type: 'text' },
    ] as const;

    const read = await readOptions(
      facts,
      { definition: '@own.yaml', document: '@own.yaml', name: '@own.yaml' },
      folder,
    );

    expect(read).toEqual({ definition: { name: 'Desk' }, document: 'name: Desk\n', name: '@own.yaml' });
  });
});
