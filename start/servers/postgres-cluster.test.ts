import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { ensureCluster } from './postgres-cluster.ts';

let folder = '';
let directory = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-cluster-test-'));
  directory = join(folder, 'postgres');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Stands in for the programs: makes the directory it is told to, then ends as told. */
function programs(initdbEnd: string): PostgresBinaries {
  const initdb = `for a; do case $a in --pgdata=*) mkdir "\${a#--pgdata=}"; echo 18 >"\${a#--pgdata=}/PG_VERSION";; esac; done; ${initdbEnd}`;
  return { initdb: ['sh', '-c', initdb, 'initdb'], postgres: ['sh', '-c', 'echo "postgres (PostgreSQL) 18.4"', 'x'] };
}

const options = { password: 'x', signal: new AbortController().signal };

describe('start/servers/postgres-cluster', () => {
  it('makes the directory under its name when it is whole, and leaves no password behind', async () => {
    await ensureCluster(programs('exit 0'), directory, options);

    expect(readdirSync(folder)).toEqual(['postgres']);
  });

  it('leaves nothing behind when it could not be made, and says why', async () => {
    const end =
      'echo "FATAL:  could not write: no space left on device"; for i in 1 2 3 4; do echo "tidying up $i"; done; exit 1';
    const making = ensureCluster(programs(end), directory, options);

    await expect(making).rejects.toThrow(/no space left on device/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('removes halves that a crash left behind', async () => {
    mkdirSync(join(folder, 'postgres.new-123'));
    writeFileSync(join(folder, 'postgres.new-123.password'), 'x');

    await ensureCluster(programs('exit 0'), directory, options);

    expect(readdirSync(folder)).toEqual(['postgres']);
  });

  it('keeps a directory that is there', async () => {
    await ensureCluster(programs('exit 0'), directory, options);
    writeFileSync(join(directory, 'mine'), '');

    await ensureCluster(programs('exit 1'), directory, options);

    expect(existsSync(join(directory, 'mine'))).toBe(true);
  });

  it('refuses a directory of another major version', async () => {
    mkdirSync(directory);
    writeFileSync(join(directory, 'PG_VERSION'), '17\n');

    await expect(ensureCluster(programs('exit 0'), directory, options)).rejects.toThrow(/created by PostgreSQL 17/);
  });
});
