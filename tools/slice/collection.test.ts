import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCollections } from './collection.ts';

const root = join(import.meta.dirname, '../../.cache/collections');
const apis = join(root, 'vendor-apis');
const more = join(root, 'vendor-more');

const facts = { connector: 'vendor', grade: 'A', source: 'vendor', path: 'api.json', version: '1' };

async function putDescription(folder: string, index: string, path: string): Promise<void> {
  await mkdir(join(folder, 'vendor'), { recursive: true });
  const document = { openapi: '3.1.0', paths: { [path]: { get: { responses: {} } } } };
  await writeFile(join(folder, 'vendor/api.json.gz'), gzipSync(JSON.stringify(document)));
  await writeFile(
    join(folder, index),
    JSON.stringify([{ ...facts, file: 'vendor/api.json.gz', format: 'openapi-3.1.0' }]),
  );
}

beforeEach(async () => {
  await putDescription(apis, 'index.json', '/main');
  await putDescription(more, 'vendor/index.json', '/further');
});

afterEach(() => rm(root, { recursive: true, force: true }));

describe('tools/slice/collection', () => {
  it('reads several folders, listed as a whole or vendor by vendor', async () => {
    const collection = await openCollections([apis, more]);
    const read = (collection?.entries ?? []).map(async (entry) => {
      const description = await collection?.read(entry);
      return [entry.collection, description?.operations.map(({ path }) => path)];
    });

    expect(await Promise.all(read)).toEqual([
      ['vendor-apis', ['/main']],
      ['vendor-more', ['/further']],
    ]);
  });

  it('leaves folders out that are not there', async () => {
    expect((await openCollections([join(root, 'none'), more]))?.names).toEqual(['vendor-more']);
    expect(await openCollections([join(root, 'none')])).toBeUndefined();
  });
});
