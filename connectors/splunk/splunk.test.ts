import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

function open(credentials: JsonObject = { token: 'token' }): ConnectorSession {
  return openTestSession(connector, {
    config: { server_url: stub.url, app: 'search' },
    credentials,
    allow: [`127.0.0.1:${stub.port}`],
  });
}

beforeEach(async () => {
  stub = await HttpStub.start();
  session = open();
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/splunk/splunk', () => {
  it('runs a search as a job, and removes it once its results are read', async () => {
    const job = '/services/search/jobs/s1?output_mode=json';
    stub
      .on('POST /services/search/jobs?output_mode=json', { status: 201, json: { sid: 's1' } })
      .on(`GET ${job}`, { json: { entry: [{ content: { dispatchState: 'DONE' } }] } })
      .on('GET /services/search/v2/jobs/s1/results?output_mode=json&count=10000&offset=0', {
        json: { results: [{ user: 'ann', count: '3' }] },
      })
      .on('GET /services/search/v2/jobs/s1/results?output_mode=json&count=10000&offset=1', { json: { results: [] } })
      .on(`DELETE ${job}`, { json: {} });
    const options = { search: 'search index=security | stats count by user', earliest: '-1h', latest: 'now' };

    const { pages } = await readAll(session.openSource({ object: 'failed_logins', options }));

    expect(pages.flat()).toEqual([{ user: 'ann', count: '3' }]);
    expect(Object.fromEntries(new URLSearchParams(String(stub.requests[0]?.body)))).toMatchObject({
      search: options.search,
      earliest_time: '-1h',
      latest_time: 'now',
      exec_mode: 'normal',
    });
  });

  it('names a saved search in its creation alone', async () => {
    const path = '/servicesNS/nobody/search/saved/searches';
    const record = { name: 'Failed logins', search: 'index=security', is_scheduled: true };
    stub
      .on(`GET ${path}/Failed%20logins?output_mode=json`, { status: 404, json: { messages: [] } })
      .on(`POST ${path}?output_mode=json`, { status: 201, json: { entry: [{ name: record.name }] } })
      .on(`POST ${path}/Failed%20logins?output_mode=json`, { json: { entry: [{ name: record.name }] } });
    const write = async (operation: 'upsert' | 'update') =>
      (
        await session
          .openTarget({ object: 'saved_searches', operation, matchOn: ['name'], options: {} })
          .write(toEffects([record], operation))
      ).results;

    expect([await write('upsert'), await write('update')]).toMatchObject([
      [{ outcome: 'created' }],
      [{ outcome: 'updated' }],
    ]);
    const sent = stub.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(sent).toEqual([
      'name=Failed%20logins&search=index%3Dsecurity&is_scheduled=true',
      'search=index%3Dsecurity&is_scheduled=true',
    ]);
  });

  it('sends events to the collector with its own token', async () => {
    await session.close();
    session = open({ hec_token: 'token' });
    stub.on('POST /services/collector/event', { json: { text: 'Success', code: 0 } });
    const target = session.openTarget({ object: 'events', operation: 'create', matchOn: [], options: {} });

    const event = { event: { action: 'login' }, sourcetype: 'hub', index: 'main' };
    expect((await target.write(toEffects([event], 'create'))).results).toMatchObject([{ outcome: 'created' }]);
    expect(stub.requests[0]?.headers['authorization']).toBe('Splunk token');
    expect(JSON.parse(String(stub.requests[0]?.body))).toEqual(event);
  });
});
