import { describe, expect, it } from 'vitest';
import { postgresSpec } from './postgres.ts';

const options = { directory: '/data/postgres', port: 54_320, socketFolder: undefined, durable: true, env: {} };
const binaries = { postgres: ['postgres'], initdb: ['initdb'] } as const;

describe('start/servers/postgres', () => {
  it.each([
    [
      'the shared memory of a server that was killed',
      'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use',
      true,
    ],
    [
      'a port that another program took meanwhile',
      'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use',
      true,
    ],
    ['a data folder of another version', 'FATAL:  database files are incompatible with server', false],
  ])('knows whether %s passes by itself', (_what, line, passes) => {
    const { passes: judge } = postgresSpec(binaries, options);

    expect(judge?.(['LOG:  starting PostgreSQL', line])).toBe(passes);
  });
});
