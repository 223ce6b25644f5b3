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
    config: { base_url: stub.url, user_pool_id: 'eu-central-1_AbCdEfGhI' },
    credentials: { access_key_id: 'AKIAEXAMPLE', secret_access_key: 'secret', region: 'eu-central-1' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

async function find() {
  const target = session.openTarget({ object: 'users', operation: 'create', matchOn: ['Username'], options: {} });
  return target.find?.(toEffects([{ Username: 'anna' }], 'create'), AbortSignal.timeout(10_000));
}

describe('connectors/aws_cognito/look-ups', () => {
  it('asks for a user by name, whom the list may not have yet', async () => {
    stub.on('POST /', { json: { Username: 'anna', UserAttributes: [] } });

    expect(await find()).toEqual([{ found: true, targetId: 'anna', matchesBody: true }]);
    expect(stub.requests.map(({ headers }) => headers['x-amz-target'])).toEqual([
      'AWSCognitoIdentityProviderService.AdminGetUser',
    ]);
  });

  it('takes the refusal of an unknown name for an absence', async () => {
    stub.on('POST /', { status: 400, json: { __type: 'UserNotFoundException', message: 'User does not exist.' } });

    expect(await find()).toEqual([{ found: false }]);
  });
});
