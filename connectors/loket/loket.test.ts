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
  session = openTestSession(
    { ...connector, auth: [bearerAuth()] },
    { config: { base_url: stub.url }, credentials: { token: 't' }, allow: [`127.0.0.1:${stub.port}`] },
  );
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/loket/loket', () => {
  it('keeps what a changed employee has beside, with choices by their keys', async () => {
    const path = '/providers/employers/employees/e1';
    const gender = { key: 2, value: 'Vrouw' };
    const content = {
      id: 'e1',
      employeeNumber: 7,
      personalDetails: { lastName: 'Jansen', initials: 'A.', gender, formattedName: 'A. Jansen', photo: null },
      contactInformation: { emailAddress: 'a@example.com', phoneNumber: '1' },
    };
    stub.on(`GET ${path}`, { json: { version: {}, content } }).on(`PUT ${path}`, { json: {} });
    const target = session.openTarget({ object: 'employees', operation: 'update', matchOn: ['id'], options: {} });

    await target.write(toEffects([{ id: 'e1', contactInformation: { phoneNumber: '2' } }], 'update'));

    const sent = stub.requests.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body));
    expect(sent).toEqual([
      {
        employeeNumber: 7,
        personalDetails: { lastName: 'Jansen', initials: 'A.', gender: { key: 2 } },
        contactInformation: { emailAddress: 'a@example.com', phoneNumber: '2' },
      },
    ]);
  });
});
