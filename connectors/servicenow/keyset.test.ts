import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll } from '../../test/harness/http-session.ts';
import { HttpStub, type Reply } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { instance: 'acme', base_url: stub.url },
    credentials: { username: 'hub', password: 'p' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

const table = '/api/now/table/incident';
const rest = 'sysparm_display_value=false&sysparm_exclude_reference_link=true';

/** The request for rows that fit a condition. */
function rowsWhere(condition: string): string {
  const query = encodeURIComponent(`${condition}^ORDERBYsys_id`);
  return `GET ${table}?sysparm_query=${query}&${rest}&sysparm_limit=1000`;
}

function page(ids: readonly string[], next?: string): Reply {
  const link = next === undefined ? {} : { headers: { link: `<${stub.url}${next}>;rel="next"` } };
  return { json: { result: ids.map((id) => ({ sys_id: id })) }, ...link };
}

describe('connectors/servicenow/keyset', () => {
  it('asks for the rows behind the last one, however many vanished before it', async () => {
    stub
      .on(rowsWhere('sys_idISNOTEMPTY'), page(['a', 'b'], `${table}?sysparm_offset=1000`))
      .on(rowsWhere('sys_id>b'), page(['c']));

    const { pages } = await readAll(session.openSource({ object: 'incidents', options: {} }));

    expect(pages.flat()).toMatchObject([{ sys_id: 'a' }, { sys_id: 'b' }, { sys_id: 'c' }]);
  });

  it('reads on where access rules hide all rows of a page', async () => {
    const hidden = `${table}?sysparm_offset=1000`;
    stub
      .on(rowsWhere('sys_idISNOTEMPTY'), page([], hidden))
      .on(`GET ${hidden}`, page(['c'], `${table}?sysparm_offset=2000`))
      .on(rowsWhere('sys_id>c'), page([]));

    const { pages } = await readAll(session.openSource({ object: 'incidents', options: {} }));

    expect(pages.flat()).toMatchObject([{ sys_id: 'c' }]);
  });

  it('keeps to what changed on every page', async () => {
    const since = 'sys_updated_on>=2026-11-20 00:00:00';
    const changed = (after: string): string => {
      const query = encodeURIComponent(`${since}^${after}^ORDERBYsys_id`);
      return `GET ${table}?${rest}&sysparm_limit=1000&sysparm_query=${query}`;
    };
    stub
      .on(changed('sys_idISNOTEMPTY'), page(['a'], `${table}?sysparm_offset=1000`))
      .on(changed('sys_id>a'), page(['b']));
    const source = session.openSource({ object: 'incidents', options: {} });
    const begun = source.begin?.({ since: '2026-11-20T00:00:00Z' }) ?? null;

    const first = await source.readPage(begun, AbortSignal.timeout(10_000));
    const second = await source.readPage(first.next ?? null, AbortSignal.timeout(10_000));

    expect([...first.records, ...second.records]).toMatchObject([{ sys_id: 'a' }, { sys_id: 'b' }]);
    expect(second.next).toBeUndefined();
  });
});
