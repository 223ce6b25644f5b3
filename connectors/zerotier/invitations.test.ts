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
    config: { base_url: stub.url },
    credentials: { token: 't' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/zerotier/invitations', () => {
  it('does not take an earlier invitation for one whose answer was lost', async () => {
    stub.on('POST /org-invitation', (_, response) => void response.destroy());
    const target = session.openTarget({ object: 'invitations', operation: 'create', matchOn: ['email'], options: {} });

    const { results } = await target.write(toEffects([{ email: 'anna@example.com' }], 'create'));

    expect(results).toEqual([{ outcome: 'in_doubt' }]);
    expect(target.find).toBeUndefined();
  });
});
