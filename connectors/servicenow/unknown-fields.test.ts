import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
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

const query = 'sysparm_query=u_badge_id%3D7&sysparm_exclude_reference_link=true&sysparm_limit=10';
const open = () =>
  session.openTarget({
    object: 'u_badge',
    operation: 'upsert',
    matchOn: ['u_badge_id'],
    options: { find_by: 'u_badge_id' },
  });

describe('connectors/servicenow/unknown-fields', () => {
  it('creates nothing in a table that lacks the field that rows are found by', async () => {
    // The instance ignores the condition, and gives any rows.
    stub.on(`GET /api/now/table/u_badge?${query}`, { json: { result: [{ sys_id: 'a' }, { sys_id: 'b' }] } });

    const { results, error } = await open().write(toEffects([{ u_badge_id: '7' }]));

    expect(results).toEqual([{ outcome: 'not_sent' }]);
    expect(error).toMatchObject({ kind: 'config' });
  });

  it('creates a row in a table that has the field, and other rows', async () => {
    stub.on(`GET /api/now/table/u_badge?${query}`, { json: { result: [{ sys_id: 'a', u_badge_id: '' }] } });
    stub.on('POST /api/now/table/u_badge', { status: 201, json: { result: { sys_id: 'c' } } });

    const { results } = await open().write(toEffects([{ u_badge_id: '7' }]));

    expect(results).toEqual([{ outcome: 'created', targetId: 'c' }]);
  });
});
