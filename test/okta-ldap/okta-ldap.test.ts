import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Fleet, newFleet } from '../../start/processes/fleet.ts';
import { makeLayout } from '../../start/state/layout.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { makeTestFolder } from '../harness/test-folders.ts';
import { prove } from './prove.ts';

const { slapd: slapdRoot = '' } = inject('lab');
const timeoutMs = 300_000;
const plan = { users: 300, flows: 2, pageMax: 10, limit: 25, windowMs: 2000, skewMs: -17_000, kill: false };

const firstRun = { status: 'succeeded', counters: { read: 300, created: 300, failed: 0 } };
const secondRun = { status: 'succeeded', counters: { read: 300, written: 0, skipped: 300 } };

let database: TestDatabase;
let fleet: Fleet;
let folder: string;

describe.skipIf(slapdRoot === '')('test/okta-ldap/okta-ldap', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = makeTestFolder();
    const { logs: logDir, run: runDir } = makeLayout(folder);
    const ignore = (): void => undefined;
    fleet = newFleet({ logDir, runDir, say: ignore, onChange: ignore, onGivenUp: ignore });
  });

  afterAll(async () => {
    await fleet.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  it(
    'carries all users once through storms of refusals, an end of all tokens and a page that fails',
    async () => {
      const servers = { database, temporalAddress: inject('temporal').address, slapdRoot };
      const context = { fleet, layout: makeLayout(folder), ...servers, say: () => undefined };

      const report = await prove(context, plan);

      expect(report).toMatchObject({
        lost: 0,
        surplus: 0,
        different: 0,
        faults: [],
        stormed: 12,
        failed: 4,
        tokens: 2,
        refused: 0,
        first: [firstRun, firstRun],
        second: [secondRun, secondRun],
        secondChangedNothing: true,
      });
    },
    timeoutMs,
  );
});
