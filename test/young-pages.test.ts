import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { workerFlags } from '../start/processes/node-children.ts';

const program = fileURLToPath(new URL('./harness/read-pages.ts', import.meta.url));

describe('test/young-pages', { timeout: 60_000 }, () => {
  it('pages of records are collected young, in the heap of a worker', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [...workerFlags, program, '150']);

    const { records, collections } = JSON.parse(stdout);
    expect(records).toBe(150_000);
    // One as the process starts, and one to spare; pages that V8 takes for long-lived make it ten.
    expect(collections).toBeLessThan(4);
  });
});
