import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { RecordSource } from '../../core/records.ts';
import { openTestSession, readChanges } from '../../test/harness/http-session.ts';
import { baseDn, type Directory, rootDn, rootPassword, serviceDn, startSlapd } from '../../test/lab/slapd.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

const { slapd: root = '' } = inject('lab');
const people = `ou=people,${baseDn}`;
/** The number of the last change that the server tells of. */
const highest = 40;

let directory: Directory;
let session: ConnectorSession;

function open(): RecordSource {
  return session.openSource({ object: 'users', options: {}, recordsMax: 10 });
}

/** Gives an entry a number, as a domain controller does with each change of it. */
async function put(n: number, uSNChanged: number, title: string): Promise<void> {
  const dn = `cn=User ${n},${people}`;
  await directory.admin.del(dn).catch(() => undefined);
  await directory.admin.add(dn, {
    objectClass: ['top', 'person', 'organizationalPerson', 'user'],
    cn: `User ${n}`,
    sn: 'User',
    sAMAccountName: `u${n}`,
    objectGUID: String(n).padStart(16, '0'),
    uSNChanged: String(uSNChanged),
    title,
  });
}

async function restore(incarnation: string): Promise<void> {
  await directory.admin.del(serviceDn).catch(() => undefined);
  const objectClass = ['device', 'extensibleObject'];
  await directory.admin.add(serviceDn, { objectClass, cn: 'service', invocationId: incarnation });
}

const loginsOf = (records: readonly JsonObject[]) => records.map(({ sAMAccountName }) => sAMAccountName);

describe.skipIf(root === '')('connectors/active_directory/changes', () => {
  beforeAll(async () => {
    directory = await startSlapd(root, { highest });
    session = openTestSession(connector, {
      config: { host: '127.0.0.1', port: directory.port, encryption: 'disable', base_dn: people },
      credentials: { bind_dn: rootDn, password: rootPassword },
      allow: [`127.0.0.1:${directory.port}`],
    });
    await restore('first');
    for (let n = 1; n <= highest; n += 1) await put(n, n, 'Engineer');
  });

  afterAll(async () => {
    await session.close();
    await directory.stop();
  });

  it('reads what changed behind the highest number that the server had when the read before began', async () => {
    const first = await readChanges(open);
    const same = await readChanges(open, first.watermark);
    await put(3, highest + 1, 'Head');
    await put(99, highest + 5000, 'New');
    const changed = await readChanges(open, same.watermark);

    expect(first.records).toHaveLength(highest);
    expect(first.pages).toBeGreaterThan(1);
    expect(first.watermark).toMatchObject({ upTo: highest });
    expect(same.records).toEqual([]);
    expect(loginsOf(changed.records)).toEqual(['u3', 'u99']);
  });

  it('reads all users where a group changed, since that tells their groups', async () => {
    const { watermark } = await readChanges(open);
    const dn = `cn=Staff,ou=groups,${baseDn}`;
    const group = {
      objectClass: ['top', 'group'],
      cn: 'Staff',
      sAMAccountName: 'staff',
      groupType: '2',
      uSNChanged: String(highest),
    };
    await directory.admin.add(dn, group);
    expect((await readChanges(open, watermark)).records).not.toHaveLength(0);
    await directory.admin.del(dn);
    await directory.admin.add(dn, { ...group, uSNChanged: String(highest + 1) });

    await expect(readChanges(open, watermark)).rejects.toMatchObject({ kind: 'cursor_expired' });
    await directory.admin.del(dn);
  });

  it('reads everything of a server that was restored, is another one, or has come less far', async () => {
    const { watermark } = await readChanges(open);
    const further = { ...Object(watermark), upTo: highest + 1 };
    const refused = { kind: 'cursor_expired' };

    await expect(readChanges(open, further)).rejects.toMatchObject(refused);
    await restore('second');
    await expect(readChanges(open, watermark)).rejects.toMatchObject(refused);
    expect((await readChanges(open)).watermark).not.toEqual(watermark);
  });

  it('gives no watermark where nobody may read whose numbers these are', async () => {
    await directory.admin.del(serviceDn);

    expect((await readChanges(open)).watermark).toBeUndefined();
    expect(open().begin?.({ since: '2026-01-01T00:00:00Z' })).toBeUndefined();
  });
});
