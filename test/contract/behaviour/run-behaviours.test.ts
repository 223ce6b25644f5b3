import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connector as digitalocean } from '../../../connectors/digitalocean/index.ts';
import { apiKeyAuth, basicAuth, bearerAuth, sigv4Auth, type AuthMethod } from '../../../connectors/kit/auth/methods.ts';
import { type HttpConnector, reads } from '../../../connectors/kit/define.ts';
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
  ['cursors in a header', { paginate: { kind: 'cursor', parameter: 'after', header: 'after-cursor' } }],
  ['links of the header', { paginate: { kind: 'link_header' } }],
  ['addresses of next pages', { paginate: { kind: 'next_url', path: 'links.next' } }],
  ['a map of records', { format: { kind: 'json', recordsPath: 'items', keyField: 'id' } }],
  ['XML', { format: { kind: 'xml', recordsPath: 'answer.item' } }],
  ['CSV', { format: { kind: 'csv' } }],
  ['NDJSON', { format: { kind: 'ndjson' } }],
];

const ways: [string, AuthMethod][] = [
  ['a header', apiKeyAuth({ in: 'header', name: 'X-Key' })],
  ['the query', apiKeyAuth({ in: 'query', name: 'key' })],
  ['a name and a password', basicAuth()],
  ['a token', bearerAuth()],
  ['a signature', sigv4Auth({ service: 'iam' })],
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
