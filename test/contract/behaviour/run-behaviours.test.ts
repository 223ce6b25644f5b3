import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connector as digitalocean } from '../../../connectors/digitalocean/index.ts';
import {
  type AuthMethod,
  apiKeyAuth,
  basicAuth,
  bearerAuth,
  plainText,
  secretText,
} from '../../../connectors/kit/auth/methods.ts';
import { digestAuth, hmacAuth, sigv4Auth, sigv4RoleAuth } from '../../../connectors/kit/auth/signing-methods.ts';
import {
  authorizationCodeAuth,
  clientCredentialsAuth,
  privateKeyJwtAuth,
  refreshTokenAuth,
  sessionLoginAuth,
} from '../../../connectors/kit/auth/token-methods.ts';
import type { HttpConnector } from '../../../connectors/kit/connector.ts';
import { reads } from '../../../connectors/kit/http/complete-operations.ts';
import { loadContract } from '../../../tools/contract/contract.ts';
import { MockVendor } from './mock-vendor.ts';
import { runBehaviours } from './run-behaviours.ts';

let vendor: MockVendor;

beforeAll(async () => {
  vendor = await MockVendor.start();
});

afterAll(() => vendor.stop());

type Read = Extract<Parameters<typeof reads>[0], { kind: 'pages' }>;

/** A connector of one list, which no description knows. */
function listing(read: Partial<Read>, change: Partial<HttpConnector> = {}): HttpConnector {
  const given: Read = {
    kind: 'pages',
    request: { method: 'GET', path: '/items' },
    format: { kind: 'json', recordsPath: 'data.items' },
    paginate: { kind: 'none' },
  };
  const schema = z.object({ id: z.int(), name: z.string() });
  const items = { title: 'Items', key: ['id'], schema, operations: { list: reads({ ...given, ...read }) } };
  return { ...digitalocean, objects: { items }, ...change };
}

const post = { method: 'POST', path: '/items/search' } as const;

const inTemplate = {
  paginate: { kind: 'page', parameter: 'page', in: 'template', pageSize: 2 },
} as const;

const ofTeams: Partial<Read> = {
  request: { method: 'GET', path: '/teams/{parent.slug}/items' },
  paginate: { kind: 'link_header' },
  parents: {
    from: {
      kind: 'pages',
      request: { method: 'GET', path: '/teams' },
      format: { kind: 'json' },
      paginate: { kind: 'none' },
    },
    key: 'id',
    copy: { team: 'name' },
  },
};

const inBatches: Partial<Read> = {
  request: { method: 'POST', path: '/items/by_ids', bodyFields: { ids: '{parent.value}' } },
  parents: {
    from: {
      kind: 'pages',
      request: { method: 'GET', path: '/items' },
      format: { kind: 'json', recordsPath: 'ids' },
      paginate: { kind: 'page', parameter: 'page' },
    },
    key: 'value',
    batch: 100,
  },
};

const job: NonNullable<Read['job']> = {
  create: { method: 'POST', path: '/exports' },
  idPath: 'export.id',
  status: { method: 'GET', path: '/exports/{job.id}' },
  statusPath: 'state',
  done: ['ready'],
  failed: ['failed'],
  empty: ['empty'],
};
const exported: Partial<Read> = {
  request: { method: 'GET', path: '/exports/{job.id}/items' },
  paginate: { kind: 'page', parameter: 'page' },
  job: { ...job, remove: { method: 'DELETE', path: '/exports/{job.id}' } },
};
const inParts: Partial<Read> = {
  request: { method: 'GET', path: '/exports/{job.id}/parts/{job.chunk}' },
  job: { ...job, chunksPath: 'parts' },
};

const paginations: [string, Partial<Read>][] = [
  ['pages by number', { paginate: { kind: 'page', parameter: 'page' } }],
  [
    'pages by number from 0 to the last',
    { paginate: { kind: 'page', parameter: 'p', first: 0, totalPagesPath: 'pages' } },
  ],
  ['pages until there are no more', { paginate: { kind: 'page', parameter: 'page', hasMorePath: 'more' } }],
  ['offsets', { paginate: { kind: 'offset', parameter: 'skip' } }],
  ['offsets of a known total', { paginate: { kind: 'offset', parameter: 'start', first: 1, totalPath: 'total' } }],
  ['offsets in the body', { request: post, paginate: { kind: 'offset', parameter: 'skip', in: 'body' } }],
  ['cursors', { paginate: { kind: 'cursor', parameter: 'after', path: 'meta.next' } }],
  [
    'cursors of several parts',
    { paginate: { kind: 'cursor', parameter: 'name', path: 'next.name', with: { type: 'next.type' } } },
  ],
  ['cursors in a header', { paginate: { kind: 'cursor', parameter: 'after', header: 'after-cursor' } }],
  ['cursors in the path', { request: { method: 'GET', path: '/items/{$page_size}' }, ...inTemplate }],
  ['cursors in the body', { request: post, paginate: { kind: 'cursor', parameter: 'p.after', in: 'body', path: 'n' } }],
  ['ranges', { paginate: { kind: 'range_header', unit: 'records', pageSize: 2 } }],
  ['keys', { paginate: { kind: 'keyset', parameter: 'since', fields: ['id'], pageSize: 2 } }],
  ['sort values', { request: post, paginate: { kind: 'search_after' } }],
  ['full pages', { paginate: { kind: 'page', parameter: 'page', shortPageEnds: true, pageSize: 500 } }],
  ['a last page that says so', { paginate: { kind: 'page', parameter: 'page', endPath: 'isLast' } }],
  ['edges', { extract: { each: 'node' } }],
  ['records of others', ofTeams],
  ['records by their ids', inBatches],
  ['exports', exported],
  ['exports in parts', inParts],
  ['links of the header', { paginate: { kind: 'link_header' } }],
  ['addresses of next pages', { paginate: { kind: 'next_url', path: 'links.next' } }],
  ['a map of records', { format: { kind: 'json', recordsPath: 'items', keyField: 'id' } }],
  ['XML', { format: { kind: 'xml', recordsPath: 'answer.item' } }],
  ['CSV', { format: { kind: 'csv' } }],
  ['NDJSON', { format: { kind: 'ndjson' } }],
];

const tokenUrl = 'https://api.digitalocean.com/oauth/token';
const password = { credentials: z.strictObject({ user: plainText('User'), password: secretText('Password') }) };
const login = { method: 'POST', url: tokenUrl, headers: {} } as const;

const ways: [string, AuthMethod][] = [
  ['a header', apiKeyAuth({ in: 'header', name: 'X-Key' })],
  ['the query', apiKeyAuth({ in: 'query', name: 'key' })],
  ['a name and a password', basicAuth()],
  ['a token', bearerAuth()],
  ['a signature', sigv4Auth({ service: 'iam' })],
  ['the signature of a role', sigv4RoleAuth({ service: 'iam' })],
  ['a signature of its own', hmacAuth({ scheme: 'akamai_edgegrid' })],
  ['a digest', digestAuth()],
  ['tokens of clients', clientCredentialsAuth({ tokenUrl })],
  ['tokens of clients with a key', privateKeyJwtAuth({ tokenUrl, algorithm: 'ES256' })],
  ['tokens that are refreshed', refreshTokenAuth({ tokenUrl })],
  [
    'the token of a login',
    sessionLoginAuth({
      ...password,
      login,
      extract: { token: { from: 'body', path: 'data.token' } },
      places: [{ in: 'header', name: 'x-token', value: '{$token}' }],
    }),
  ],
  [
    'the cookies of a login',
    sessionLoginAuth({
      ...password,
      login,
      extract: { cookies: { from: 'cookies' }, csrf: { from: 'header', name: 'X-CSRF' } },
      places: [
        { in: 'cookie', name: '', value: '{$cookies}' },
        { in: 'header', name: 'X-CSRF', value: '{$csrf}' },
      ],
    }),
  ],
  ['tokens that a person granted', authorizationCodeAuth({ tokenUrl, authorize: { url: tokenUrl } })],
];

const badRules: [string, HttpConnector['errors']][] = [
  ['tells that nothing is there', [{ when: { status: 404 }, kind: 'transient' }]],
  ['does not repeat what is refused for its credentials', [{ when: { status: 401 }, kind: 'transient' }]],
  ['gets over two errors of the server', [{ when: { status: 503 }, kind: 'validation' }]],
  ['gives up in the end', [{ when: { status: 500 }, kind: 'unknown' }]],
  ['reads three pages', [{ when: { status: 200 }, kind: 'not_found' }]],
  ['takes a refusal for an outcome', [{ when: { status: 409 }, kind: 'transient' }]],
  ['stops where it lacks rights', [{ when: { status: 403 }, kind: 'validation' }]],
  ['finds nothing left to delete', [{ when: { status: 404 }, kind: 'config' }]],
];

describe('test/contract/behaviour/run-behaviours', () => {
  it.each(paginations)('plays a vendor of %s', async (_, read) => {
    expect(await runBehaviours(listing(read), undefined, vendor)).toEqual([]);
  });

  it.each(ways)('plays a vendor that takes %s', async (_, method) => {
    expect(await runBehaviours(listing({}, { auth: [method] }), undefined, vendor)).toEqual([]);
  });

  it.each(badRules)('finds that a connector no longer %s', async (name, errors) => {
    const problems = await runBehaviours({ ...digitalocean, errors }, loadContract('digitalocean'), vendor);

    expect(problems.map(({ detail }) => detail)).toContainEqual(expect.stringContaining(name));
  });

  it('finds an export whose failure is not known', async () => {
    const ignoring = { ...job, failed: ['ready', 'failed'] };
    const problems = await runBehaviours(listing({ ...exported, job: ignoring }), undefined, vendor);

    expect(problems.map(({ detail }) => detail)).toContainEqual(expect.stringContaining('begins a failed export anew'));
  });

  it('finds requests that the description does not allow', async () => {
    const read = { request: { method: 'GET', path: '/v2/droplet' } } as const;
    const { items } = listing(read).objects;
    const changed = { ...digitalocean, objects: { droplets: items ?? { title: 'D', operations: {} } } };
    const problems = await runBehaviours(changed, loadContract('digitalocean'), vendor);

    expect(problems.map(({ use, detail }) => `${use} ${detail}`)).toContainEqual(
      expect.stringMatching(/^droplets\.list .*route: GET/),
    );
  });
});
