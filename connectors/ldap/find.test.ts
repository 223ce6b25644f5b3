import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { openTestSession } from '../../test/harness/http-session.ts';
import { baseDn, type Directory, rootDn, rootPassword, startSlapd } from '../../test/lab/slapd.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { describeObject } from '../kit/describe-object.ts';
import { connector } from './index.ts';

const { slapd: root = '' } = inject('lab');
const people = `ou=people,${baseDn}`;
const elsewhere = `cn=Elsewhere,ou=groups,${baseDn}`;
/** More than one filter holds. */
const count = 230;

let directory: Directory;
let session: ConnectorSession;

async function find(key: string, values: string[], options: JsonObject = {}): Promise<JsonObject[]> {
  const finder = session.openFinder?.({ object: 'inetOrgPerson', key, options: { base_dn: people, ...options } });
  return (await finder?.find(values, AbortSignal.timeout(10_000))) ?? [];
}

describe.skipIf(root === '')('connectors/ldap/find', () => {
  beforeAll(async () => {
    directory = await startSlapd(root);
    session = openTestSession(connector, {
      config: { host: '127.0.0.1', port: directory.port, encryption: 'disable', base_dn: baseDn },
      credentials: { bind_dn: rootDn, password: rootPassword },
      allow: [`127.0.0.1:${directory.port}`],
    });
    const person = { objectClass: 'inetOrgPerson', sn: 'Person' };
    for (let n = 0; n < count; n += 1) {
      const employeeNumber = n === 3 ? String.raw`3)(uid=*` : String(n);
      const mail = [`p${n}@a.example`, `p${n}@b.example`];
      await directory.admin.add(`uid=p${n},${people}`, { ...person, uid: `p${n}`, cn: `P ${n}`, employeeNumber, mail });
    }
    await directory.admin.add(elsewhere, { ...person, cn: 'Elsewhere', employeeNumber: '1' });
  });

  afterAll(async () => {
    await session.close();
    await directory.stop();
  });

  it('finds each of many entries by a value, below the base and of the class', async () => {
    const values = Array.from({ length: count }, (_, n) => String(n));

    const found = await find('employeeNumber', ['nobody', '', ...values]);

    expect(new Set(found.map(({ uid }) => uid))).toEqual(new Set(values.filter((n) => n !== '3').map((n) => `p${n}`)));
    expect(found).toHaveLength(count - 1);
  });

  it.each([
    ['employeeNumber', '3)(uid=*', ['p3']],
    ['mail', 'p7@b.example', ['p7']],
    ['mail', 'P7@B.example', ['p7']],
    ['uid', '*', []],
    ['nonsense', 'p7', []],
    ['dn', `uid=p7,${people}`, ['p7']],
    ['dn', `UID=P7, OU=people,${baseDn}`, ['p7']],
    ['dn', `uid=nobody,${people}`, []],
    ['dn', people, []],
    ['dn', elsewhere, []],
    ['dn', 'no name', []],
  ])('finds by %s %s', async (key, value, uids) => {
    expect((await find(key, [value])).map(({ uid }) => uid)).toEqual(uids);
  });

  it('gives what it finds by beside the attributes that are asked for', async () => {
    const found = await find('employeeNumber', ['5'], { attributes: ['mail'] });

    expect(found).toEqual([{ dn: `uid=p5,${people}`, employeeNumber: '5', mail: ['p5@a.example', 'p5@b.example'] }]);
  });

  it('tells that its entries are found by any attribute, and refuses what is the name of none', async () => {
    const described = describeObject(connector, { object: 'inetOrgPerson', options: {}, config: {}, role: 'source' });

    expect(described).toMatchObject({ ok: true, description: { finds: true } });
    await expect(find('mail)(uid', ['x'])).rejects.toMatchObject({ kind: 'config' });
  });
});
