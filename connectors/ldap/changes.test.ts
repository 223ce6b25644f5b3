import { setTimeout as wait } from 'node:timers/promises';
import { Attribute, Change } from 'ldapts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Json, JsonObject } from '../../core/json.ts';
import type { ReadingStart } from '../../core/records.ts';
import { openTestSession } from '../../test/harness/http-session.ts';
import { baseDn, type Directory, rootDn, rootPassword, startSlapd } from '../../test/lab/slapd.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { toPlainText } from '../kit/type-guards.ts';
import { connector } from './index.ts';

const { slapd: root = '' } = inject('lab');
const people = `ou=people,${baseDn}`;

let directory: Directory;
let session: ConnectorSession;

interface ReadResult {
  records: JsonObject[];
  watermark: Json;
}

async function read(start?: ReadingStart, options: JsonObject = {}): Promise<ReadResult> {
  const given = { base_dn: people, incremental: true, overlap_seconds: 0, page_size: 10, ...options };
  const source = session.openSource({ object: 'inetOrgPerson', options: given });
  const records: JsonObject[] = [];
  let cursor: Json = (start && source.begin?.(start)) ?? null;
  for (;;) {
    const page = await source.readPage(cursor, AbortSignal.timeout(10_000));
    records.push(...page.records);
    if (page.next === undefined) return { records, watermark: page.watermark ?? null };
    expect(page.watermark).toBeUndefined();
    cursor = page.next;
  }
}

function uidsOf({ records }: ReadResult): string[] {
  return records.map(({ uid }) => toPlainText(uid)).toSorted((a, b) => a.localeCompare(b));
}

async function add(uid: string): Promise<void> {
  await directory.admin.add(`uid=${uid},${people}`, { objectClass: 'inetOrgPerson', uid, cn: uid, sn: uid });
}

async function rename(uid: string): Promise<void> {
  const modification = new Attribute({ type: 'cn', values: ['Renamed'] });
  await directory.admin.modify(`uid=${uid},${people}`, new Change({ operation: 'replace', modification }));
}

/** Directories know seconds. */
const nextSecond = (): Promise<void> => wait(1100);

describe.skipIf(root === '')('connectors/ldap/changes', () => {
  beforeAll(async () => {
    directory = await startSlapd(root);
  });
  afterAll(() => directory.stop());
  beforeEach(() => {
    session = openTestSession(connector, {
      config: { host: '127.0.0.1', port: directory.port, encryption: 'disable', base_dn: baseDn },
      credentials: { bind_dn: rootDn, password: rootPassword },
      allow: [`127.0.0.1:${directory.port}`],
    });
  });
  afterEach(async () => {
    await session.close();
    const { searchEntries } = await directory.admin.search(people, { scope: 'one', attributes: ['1.1'] });
    for (const { dn } of searchEntries) await directory.admin.del(dn);
  });

  it('reads everything once, then what was added or changed', async () => {
    for (let n = 0; n < 25; n += 1) await add(`p${n}`);
    const first = await read();
    await nextSecond();
    await rename('p3');
    await add('new');
    const second = await read({ watermark: first.watermark });
    const third = await read({ watermark: second.watermark });
    await nextSecond();
    await rename('p4');
    const fourth = await read({ watermark: third.watermark });

    expect(first.records).toHaveLength(25);
    expect(Object.keys(first.records[0] ?? {})).not.toContain('modifyTimestamp');
    expect(uidsOf(second)).toEqual(expect.arrayContaining(['new', 'p3']));
    expect(uidsOf(third)).toEqual(['new', 'p3']);
    expect(uidsOf(fourth)).toEqual(['new', 'p3', 'p4']);
  });

  it('reads again what is within the overlap', async () => {
    await add('early');
    await nextSecond();
    await add('late');
    const first = await read();

    expect(uidsOf(await read({ watermark: first.watermark }))).toEqual(['late']);
    expect(uidsOf(await read({ watermark: first.watermark }, { overlap_seconds: 60 }))).toEqual(['early', 'late']);
  });

  it('keeps its place where nothing changed, and gives timestamps that are asked for', async () => {
    await add('one');
    const { watermark } = await read();
    await directory.admin.del(`uid=one,${people}`);

    expect(await read({ watermark })).toEqual({ records: [], watermark });
    await add('two');
    const { records } = await read(undefined, { attributes: ['uid', 'modifyTimestamp'] });
    expect(records).toEqual([
      { dn: `uid=two,${people}`, uid: 'two', modifyTimestamp: expect.stringMatching(/^\d{14}Z$/) },
    ]);
  });

  it('begins at an instant', async () => {
    await add('one');

    expect(uidsOf(await read({ since: '2026-01-01T00:00:00Z' }))).toEqual(['one']);
    expect(uidsOf(await read({ since: '2999-01-01T00:00:00Z' }))).toEqual([]);
  });

  it('cannot begin anywhere where it was not asked to', () => {
    const source = session.openSource({ object: 'inetOrgPerson', options: {} });

    expect(source.begin).toBeUndefined();
  });
});
