import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

async function change(object: string, body: JsonObject): Promise<unknown[]> {
  const target = session.openTarget({
    object,
    operation: 'update',
    matchOn: [Object.keys(body)[0] ?? ''],
    options: {},
  });
  await target.write(toEffects([body], 'update'));
  return stub.requests.filter(({ method }) => method === 'PUT').map((request) => JSON.parse(request.body));
}

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { base_url: stub.url },
    credentials: { api_key: 't' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/netbird/netbird', () => {
  it('keeps the peers and resources of a group that is renamed', async () => {
    const resources = [{ id: 'r1', type: 'host' }];
    const group = { id: 'g1', name: 'devs', peers: [{ id: 'p1', name: 'laptop' }], peers_count: 1, resources };
    stub
      .on('GET /api/groups', { json: [group] })
      .on('GET /api/groups/g1', { json: group })
      .on('PUT /api/groups/g1', {});

    expect(await change('groups', { name: 'devs', resources: [] })).toEqual([
      { name: 'devs', peers: ['p1'], resources: [] },
    ]);
  });

  it('keeps the rules of a policy, whose groups it names by their ids', async () => {
    const rule = { id: 'x', name: 'all', enabled: true, sources: [{ id: 'g1', name: 'devs' }], destinations: null };
    const policy = { id: 'y', name: 'P', enabled: true, rules: [rule], source_posture_checks: ['c'] };
    stub
      .on('GET /api/policies', { json: [policy] })
      .on('GET /api/policies/y', { json: policy })
      .on('PUT /api/policies/y', {});

    expect(await change('policies', { name: 'P', enabled: false })).toEqual([
      {
        name: 'P',
        enabled: false,
        rules: [{ ...rule, sources: ['g1'] }],
        source_posture_checks: ['c'],
      },
    ]);
  });

  it('leaves SSH and the expiry of logins of a renamed peer as they are', async () => {
    const peer = { id: 'p1', name: 'old', ssh_enabled: true, login_expiration_enabled: true, connected: true };
    stub.on('GET /api/peers/p1', { json: peer }).on('PUT /api/peers/p1', {});

    expect(await change('peers', { id: 'p1', name: 'new' })).toEqual([
      { name: 'new', ssh_enabled: true, login_expiration_enabled: true },
    ]);
  });
});
