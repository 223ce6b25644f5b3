import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporalSpec } from './temporal.ts';

let folder = '';
let databaseFile = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-temporal-test-'));
  databaseFile = join(folder, 'temporal', 'temporal.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function listPartitions(): string[] {
  const { command } = temporalSpec({ cli: 'x', databaseFile, port: 1, uiPort: 2, httpPort: 3, ui: true, env: {} });
  return command.args.filter((argument) => argument.includes('Partitions'));
}

const one = ['matching.numTaskqueueReadPartitions=1', 'matching.numTaskqueueWritePartitions=1'];

describe('start/servers/temporal', () => {
  it('has one partition of each queue in a new database, and later on', () => {
    const atFirst = listPartitions();
    writeFileSync(databaseFile, '');

    expect([atFirst, listPartitions()]).toEqual([one, one]);
  });

  it('reads all partitions of a database that was made with several', () => {
    mkdirSync(dirname(databaseFile));
    writeFileSync(databaseFile, '');

    expect([listPartitions(), listPartitions()]).toEqual([[], []]);
  });
});
