import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub, type Reply } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { domain: 'acme', base_url: stub.url },
    credentials: { client_id: 'hub', client_secret: 's' },
    allow: [`127.0.0.1:${stub.port}`],
  });
  stub.on('POST /services/oauth2/token', { json: { access_token: 't', instance_url: stub.url, token_type: 'Bearer' } });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

const data = '/services/data/v66.0';
const since = '2026-11-20T00:00:00Z';

function asked(soql: string): string {
  const query = encodeURIComponent(soql).replaceAll(/[!'()]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `GET ${data}/query?q=${query}`;
}

function page(ids: readonly string[], next?: string): Reply {
  const rest = next === undefined ? { done: true } : { done: false, nextRecordsUrl: next };
  return { json: { totalSize: 3, ...rest, records: ids.map((Id) => ({ attributes: { type: 'Badge__c' }, Id })) } };
}

function readBadges(options: JsonObject) {
  return session.openSource({ object: 'Badge__c', options });
}

describe('connectors/salesforce/salesforce', () => {
  it('follows the locator of a result to its end', async () => {
    stub
      .on(asked('SELECT Id, SystemModstamp, Number__c FROM Badge__c'), page(['a', 'b'], `${data}/query/0r8xx-2000`))
      .on(`GET ${data}/query/0r8xx-2000`, page(['c']));

    const { pages } = await readAll(readBadges({ fields: ['Number__c'] }));

    expect(pages.flat()).toMatchObject([{ Id: 'a' }, { Id: 'b' }, { Id: 'c' }]);
  });

  it('begins again where the locator has expired', async () => {
    const first = asked('SELECT Id, SystemModstamp, Number__c FROM Badge__c');
    const gone = [{ errorCode: 'INVALID_QUERY_LOCATOR', message: 'invalid query locator' }];
    stub
      .on(first, page(['a'], `${data}/query/0r8xx-2000`))
      .on(`GET ${data}/query/0r8xx-2000`, { status: 400, json: gone });
    const source = readBadges({ fields: ['Number__c'] });
    const { next = null } = await source.readPage(null, AbortSignal.timeout(10_000));

    await expect(source.readPage(next, AbortSignal.timeout(10_000))).rejects.toMatchObject({ kind: 'cursor_expired' });
  });

  it('reads all fields behind the last id, and keeps to the condition and to what changed', async () => {
    const changed = (after: string): string =>
      asked(
        `SELECT FIELDS(ALL) FROM Badge__c WHERE (Status__c = 'Active') AND SystemModstamp >= ${since} AND ${after} ORDER BY Id LIMIT 200`,
      );
    stub
      .on(changed('Id != null'), page(['a', 'b']))
      .on(changed("Id > 'b'"), page(['c']))
      .on(changed("Id > 'c'"), page([]));
    const source = readBadges({ where: "Status__c = 'Active'" });
    const records: JsonObject[] = [];
    let cursor = source.begin?.({ since }) ?? null;
    for (let n = 0; n < 3; n += 1) {
      const got = await source.readPage(cursor, AbortSignal.timeout(10_000));
      records.push(...got.records);
      cursor = got.next ?? null;
    }

    expect(records).toMatchObject([{ Id: 'a' }, { Id: 'b' }, { Id: 'c' }]);
  });

  it('writes by an external id, which stands in the address alone', async () => {
    const address = `PATCH ${data}/sobjects/Contact/Employee_Number__c/7%2F8`;
    stub.on(address, { status: 201, json: { id: '003xx', success: true, created: true, errors: [] } });
    const options = { external_id: 'Employee_Number__c' };
    const target = session.openTarget({
      object: 'Contact',
      operation: 'upsert',
      matchOn: ['Employee_Number__c'],
      options,
    });

    const { results } = await target.write(toEffects([{ Employee_Number__c: '7/8', LastName: 'Wu' }]));

    expect(results).toMatchObject([{ outcome: 'created', targetId: '003xx' }]);
    const { body } = stub.requests.find(({ method }) => method === 'PATCH') ?? {};
    expect(JSON.parse(String(body))).toEqual({ LastName: 'Wu' });
  });

  it('rejects a record whose external id several have', async () => {
    stub.on(`PATCH ${data}/sobjects/Contact/Employee_Number__c/7`, { status: 300, json: ['/a', '/b'] });
    const options = { external_id: 'Employee_Number__c' };
    const target = session.openTarget({
      object: 'Contact',
      operation: 'upsert',
      matchOn: ['Employee_Number__c'],
      options,
    });

    const { results } = await target.write(toEffects([{ Employee_Number__c: '7', LastName: 'Wu' }]));

    expect(results).toMatchObject([{ outcome: 'rejected' }]);
  });

  it('looks a person up by an address with a quote in it', async () => {
    const soql = String.raw`SELECT Id, Email FROM Contact WHERE Email = 'o\'brien@example.com'`;
    const found = { totalSize: 1, done: true, records: [{ Id: '003xx', Email: "O'Brien@example.com" }] };
    stub.on(asked(soql), { json: found }).on(`PATCH ${data}/sobjects/Contact/003xx`, { status: 204 });
    const target = session.openTarget({ object: 'contacts', operation: 'upsert', matchOn: ['Email'], options: {} });

    const { results } = await target.write(toEffects([{ Email: "o'brien@example.com", LastName: 'O’Brien' }]));

    expect(results).toMatchObject([{ outcome: 'updated', targetId: '003xx' }]);
  });
});
