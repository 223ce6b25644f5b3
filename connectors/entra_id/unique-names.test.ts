import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { bearerAuth } from '../kit/auth/methods.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  // Microsoft's login is at a host of its own.
  session = openTestSession(
    { ...connector, auth: [bearerAuth()] },
    {
      config: { base_url: `${stub.url}/v1.0` },
      credentials: { token: 'CANARY-graph-token' },
      allow: [`127.0.0.1:${stub.port}`],
    },
  );
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

const open = () => session.openTarget({ object: 'groups', operation: 'upsert', matchOn: ['uniqueName'], options: {} });

describe('connectors/entra_id/unique-names', () => {
  it('creates or changes a group by its unique name, which is nothing but a value of the address', async () => {
    const address = 'PATCH /v1.0/groups(uniqueName=%27O%27%27Neil%20%29%27)';
    stub.on(address, { status: 201, json: { id: 'g1' } });

    const { results } = await open().write(toEffects([{ uniqueName: "O'Neil )", displayName: 'O' }]));

    expect(results).toEqual([{ outcome: 'created', targetId: 'g1' }]);
    const [sent] = stub.requests;
    expect(sent?.headers['prefer']).toBe('create-if-missing');
    expect(JSON.parse(sent?.body ?? '')).toEqual({ displayName: 'O' });
  });

  it('changes a group that was written before by its id, where ledgers know it', async () => {
    stub.on('PATCH /v1.0/groups/g1', { status: 204 });
    const target = open();

    const { results } = await target.write(toEffects([{ uniqueName: 'ops', displayName: 'Ops' }], 'upsert', 'g1'));

    expect(results).toMatchObject([{ outcome: 'updated', targetId: 'g1' }]);
    expect(target.fingerprint).toMatch(/ POST \/groups$/);
    expect(target.idempotency).toBe('natural');
  });
});
