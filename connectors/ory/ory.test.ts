import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { project_slug: 'hungry-nash-x1y2z3' },
    credentials: { token: 't' },
    allow: [],
    egress: { allow: [], loopbackPort: stub.port },
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

/** Answers are those of Kratos, shortened. */
describe('connectors/ory/ory', () => {
  it('keeps what a changed identity has beside the change, and sends back only what the server takes', async () => {
    const path = '/admin/identities/be54e7fc-8878-4fb3-aa8e-896b9b0ea61b';
    const given = { schema_id: 'person', state: 'active', traits: { email: 'anna@example.com' } };
    const metadata = { metadata_public: { team: 7 }, metadata_admin: null };
    const own = { schema_url: 'https://x.example/schemas/cGVyc29u', verifiable_addresses: [], organization_id: null };
    stub.on(`GET ${path}`, { json: { id: path.slice(18), credentials: {}, ...given, ...metadata, ...own } });
    stub.on(`PUT ${path}`, { json: {} });
    const target = session.openTarget({ object: 'identities', operation: 'update', matchOn: [], options: {} });

    const { results } = await target.write(
      toEffects([{ id: path.slice(18), traits: { email: 'anna2@example.com' } }], 'update'),
    );

    expect(results).toEqual([{ outcome: 'updated' }]);
    // `metadata_admin` is empty already.
    expect(JSON.parse(stub.requests.at(-1)?.body ?? '')).toEqual({
      ...given,
      metadata_public: { team: 7 },
      traits: { email: 'anna2@example.com' },
    });
  });

  it('keeps what a changed client has beside the change', async () => {
    const client = { client_id: 'own-id', client_name: 'own', redirect_uris: ['https://b.example/cb'], scope: 'a b' };
    stub.on('GET /admin/clients/own-id', { json: client }).on('PUT /admin/clients/own-id', { json: client });
    const target = session.openTarget({ object: 'oauth_clients', operation: 'update', matchOn: [], options: {} });

    await target.write(toEffects([{ client_id: 'own-id', client_name: 'new' }], 'update'));

    expect(JSON.parse(stub.requests.at(-1)?.body ?? '')).toEqual({
      client_name: 'new',
      redirect_uris: ['https://b.example/cb'],
      scope: 'a b',
    });
  });

  it('ends an empty list of issuers, whose links lead on without end', async () => {
    const path = '/admin/trust/grants/jwt-bearer/issuers';
    const link = `<${path}?page_size=1000&page_token=eyJvZmZzZXQiOiIxMDAwIiwidiI6Mn0>; rel="next"`;
    stub.on(`GET ${path}`, { headers: { link }, json: [] });

    const { pages } = await readAll(session.openSource({ object: 'trusted_issuers', options: {} }));

    expect(pages).toEqual([[]]);
  });

  it('says why an identity conflicts', async () => {
    const reason = 'This identity conflicts with another identity that already exists.';
    stub.on('POST /admin/identities', {
      status: 409,
      json: { error: { code: 409, reason, message: 'The resource could not be created due to a conflict' } },
    });
    const target = session.openTarget({ object: 'identities', operation: 'create', matchOn: [], options: {} });

    const { results } = await target.write(toEffects([{ schema_id: 'person', traits: {} }], 'create'));

    expect(results).toEqual([{ outcome: 'rejected', code: 'conflict', message: reason }]);
  });
});
