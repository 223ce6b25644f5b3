import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { workerFlags } from '../../start/processes/node-children.ts';
import { hostileBodies } from './bodies.ts';

const program = fileURLToPath(new URL('./decode-body.ts', import.meta.url));

async function decode(...args: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [...workerFlags, program, ...args]);
  return JSON.parse(stdout);
}

describe('test/hostile/decode-body', { timeout: 120_000 }, () => {
  it.each(Object.keys(hostileBodies))('%s are refused, and the process lives on', async (name) => {
    expect(await decode(name)).toMatchObject({ refused: { kind: 'schema_drift' } });
  });

  it('an ordinary page of 16 MiB is read in the same heap', async () => {
    expect(await decode('people')).toEqual({ records: 85_000 });
  });

  it('a page that does not fit beside what the process holds is for later, and read when that is gone', async () => {
    expect(await decode('people', '124')).toMatchObject({
      beside: { refused: { kind: 'transient' } },
      after: { records: 85_000 },
    });
  });
});
