import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestSession, readAll } from '../../../test/harness/http-session.ts';
import { HttpStub } from '../../../test/harness/http.ts';
import { noAuth } from '../auth/methods.ts';
import type { HttpConnector } from '../connector.ts';
import { defineConnector } from '../define.ts';
import { reads } from '../http/complete-operations.ts';
import type { GivenPages } from '../http/operations.ts';
import type { ConnectorSession } from '../../drivers/shared/session.ts';
import { googleErrors, googleList } from './google.ts';
import { graphqlErrors, graphqlRequest, relay } from './graphql.ts';
import { jsonApi } from './json-api.ts';
import { odata } from './odata.ts';
import { scim, scimCursor } from './scim.ts';
import { soapFaults, soapFormat, soapPage, soapRequest } from './soap.ts';

let stub: HttpStub;
let session: ConnectorSession | undefined;

beforeEach(async () => {
  stub = await HttpStub.start();
});

afterEach(async () => {
  await session?.close();
  await stub.stop();
});

function open(list: Omit<GivenPages, 'kind'>, errors: ReturnType<typeof graphqlErrors> = []) {
  const given = {
    id: 'preset',
    name: 'Preset',
    vendor: 'Test',
    category: 'generic',
    docsUrl: 'https://example.com/',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({ base_url: z.string().meta({ destination: true }) }),
    auth: [noAuth()],
    http: { baseUrl: '{config.base_url}', hosts: 'from_config' },
    errors,
    test: { request: { method: 'GET', path: '' } },
    objects: { things: { title: 'Things', key: ['id'], operations: { list: reads({ kind: 'pages', ...list }) } } },
    documentation: { source: 'https://example.com/', asOf: '2026-11-21' },
  } as const;
  const connector: HttpConnector = defineConnector(given);
  session = openTestSession(connector, { config: { base_url: stub.url }, allow: [`127.0.0.1:${stub.port}`] });
  return session.openSource({ object: 'things', options: {} });
}

const things = { method: 'GET', path: '/things' } as const;

describe('connectors/kit/presets/presets', () => {
  it('reads OData page by page, without its annotations', async () => {
    stub
      .on('GET /things', {
        json: { value: [{ '@odata.etag': 'x', id: 1 }], '@odata.nextLink': `${stub.url}/things?$skiptoken=a` },
      })
      .on('GET /things?$skiptoken=a', { json: { value: [{ id: 2 }] } });

    expect((await readAll(open({ request: things, ...odata() }))).pages).toEqual([[{ id: 1 }], [{ id: 2 }]]);
  });

  it("reads Google's lists by token, also where nothing is, and starts over where a token is refused", async () => {
    const refusal = { status: 400, json: { error: { status: 'INVALID_ARGUMENT', message: 'Invalid page token' } } };
    stub
      .on('GET /things?pageSize=2', { json: { items: [{ id: 1 }], nextPageToken: 'a' } })
      .on('GET /things?pageSize=2&pageToken=a', { json: {} }, refusal);
    const source = open({ request: things, ...googleList({ recordsPath: 'items', pageSize: 2 }) });

    const { pages, cursors } = await readAll(source);

    expect(pages).toEqual([[{ id: 1 }], []]);
    await expect(source.readPage(cursors[1] ?? null, AbortSignal.timeout(9000))).rejects.toMatchObject({
      kind: 'cursor_expired',
    });
  });

  it.each([
    [403, { errors: [{ reason: 'userRateLimitExceeded' }] }, 'rate_limited'],
    [403, { errors: [{ reason: 'dailyLimitExceeded' }] }, 'quota'],
    [403, { details: [{ reason: 'SERVICE_DISABLED' }] }, 'config'],
    [403, { status: 'PERMISSION_DENIED' }, 'permission'],
    [400, { status: 'FAILED_PRECONDITION' }, 'conflict'],
  ])("takes Google's errors for what they say: %i %j", async (status, error, kind) => {
    stub.always('GET /things', { status, json: { error } });
    const source = open({ request: things, ...googleList({ recordsPath: 'items' }) }, googleErrors());

    await expect(source.readPage(null, AbortSignal.timeout(9000))).rejects.toMatchObject({ kind });
  });

  it('reads OData 2', async () => {
    stub.on('GET /things', { json: { d: { results: [{ __metadata: {}, id: 1 }] } } });

    expect((await readAll(open({ request: things, ...odata({ version: 2 }) }))).pages).toEqual([[{ id: 1 }]]);
  });

  it('reads JSON:API with attributes beside the id', async () => {
    stub
      .on('GET /things?page%5Bsize%5D=1', {
        json: { data: [{ id: '1', attributes: { name: 'A' } }], links: { next: { href: '/things?n=2' } } },
      })
      .on('GET /things?n=2', { json: { data: [{ id: '2' }], links: { next: null } } });

    expect((await readAll(open({ request: things, ...jsonApi({ pageSize: 1 }) }))).pages).toEqual([
      [{ id: '1', name: 'A' }],
      [{ id: '2' }],
    ]);
  });

  it('reads SCIM by index, also where nothing is', async () => {
    stub.on('GET /things?count=2&startIndex=1', { json: { totalResults: 3, Resources: [{ id: 1 }, { id: 2 }] } });
    stub.on(
      'GET /things?count=2&startIndex=3',
      { json: { totalResults: 3, Resources: [{ id: 3 }] } },
      { json: { totalResults: 0 } },
    );
    const source = open({ request: things, ...scim({ pageSize: 2 }) });

    const { pages, cursors } = await readAll(source);

    expect(pages).toEqual([[{ id: 1 }, { id: 2 }], [{ id: 3 }]]);
    expect(await source.readPage(cursors[1] ?? null, AbortSignal.timeout(9000))).toMatchObject({ records: [] });
  });

  it('starts over where a SCIM cursor has expired, not where the first page is refused', async () => {
    const refusal = { status: 400, json: { scimType: 'expiredCursor', detail: 'Too late' } };
    stub
      .on('GET /things?count=9', { json: { Resources: [{ id: 1 }], nextCursor: 'a' } }, refusal)
      .on('GET /things?count=9&cursor=a', refusal);
    const source = open({ request: things, ...scimCursor({ pageSize: 9 }) });
    const signal = AbortSignal.timeout(9000);

    const { next = null } = await source.readPage(null, signal);

    await expect(source.readPage(next, signal)).rejects.toMatchObject({ kind: 'cursor_expired' });
    await expect(source.readPage(null, signal)).rejects.toMatchObject({ kind: 'validation' });
  });

  it('reads a GraphQL connection', async () => {
    const page = (id: number, pageInfo: object) => ({
      json: { data: { org: { users: { edges: [{ node: { id } }], pageInfo } } } },
    });
    stub.on(
      'POST /graphql',
      page(1, { hasNextPage: true, endCursor: 'a' }),
      page(2, { hasNextPage: false, endCursor: 'b' }),
    );
    const request = graphqlRequest({
      path: '/graphql',
      document: 'query($first: Int, $after: String) { org { … } }',
      variables: { x: 1 },
    });

    const { pages } = await readAll(
      open({ request, ...relay({ connection: 'org.users', pageSize: 5, records: 'edges' }) }),
    );

    expect(pages).toEqual([[{ id: 1 }], [{ id: 2 }]]);
    expect(stub.requests.map(({ body }) => JSON.parse(body).variables)).toEqual([
      { x: 1, first: 5 },
      { x: 1, first: 5, after: 'a' },
    ]);
  });

  it.each([
    ['{"errors":[{"message":"No","extensions":{"code":"FORBIDDEN"}}],"data":null}', 'permission'],
    ['{"errors":[{"message":"No","type":"NOT_FOUND"}],"data":{}}', 'not_found'],
    ['{"errors":[{"message":"No"}],"data":{"users":{"nodes":[]}}}', 'unknown'],
  ])('takes errors beside a status of success for what they are: %s', async (body, kind) => {
    stub.always('POST /', { body });
    const request = graphqlRequest({ document: '{ users { nodes { id } } }' });
    const source = open({ request, ...relay({ connection: 'users', pageSize: 5 }) }, graphqlErrors());

    await expect(source.readPage(null, AbortSignal.timeout(9000))).rejects.toMatchObject({ kind });
  });

  it('reads SOAP pages whatever their prefixes, and lists of one', async () => {
    const page = (id: number) =>
      `<e:Envelope xmlns:e="x"><e:Body><w:Reply><w:Pages>2</w:Pages><w:Data><w:Id>${id}</w:Id></w:Data></w:Reply></e:Body></e:Envelope>`;
    stub.on('POST /soap', { body: page(1) }, { body: page(2) });
    const request = soapRequest({
      path: '/soap',
      action: 'Get',
      body: '<Get><Page>{$page}</Page><Count>{$page_size}</Count></Get>',
    });
    const list = {
      request,
      format: soapFormat('Reply.Data'),
      paginate: soapPage({ totalPagesPath: 'Reply.Pages', pageSize: 10 }),
      extract: { lists: ['Id'] },
    };

    expect((await readAll(open(list))).pages).toEqual([[{ Id: ['1'] }], [{ Id: ['2'] }]]);
    expect(stub.requests.map(({ body }) => /<Page>.*<\/Count>/.exec(body)?.[0])).toEqual([
      '<Page>1</Page><Count>10</Count>',
      '<Page>2</Page><Count>10</Count>',
    ]);
    expect(stub.requests[0]?.headers).toMatchObject({ soapaction: '"Get"', 'content-type': 'text/xml; charset=utf-8' });
  });

  it.each([
    ['<faultcode>wsse:FailedAuthentication</faultcode><faultstring>No</faultstring>', 'auth_invalid'],
    [
      '<s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">No</s:Text></s:Reason>',
      'validation',
    ],
    ['<faultcode>s:Client.Odd</faultcode>', 'validation'],
    ['<faultcode>odd</faultcode>', 'unknown'],
  ])('takes a SOAP fault for what its code says: %s', async (fault, kind) => {
    stub.always('POST /', {
      status: 500,
      body: `<s:Envelope><s:Body><s:Fault>${fault}</s:Fault></s:Body></s:Envelope>`,
    });
    const list = {
      request: soapRequest({ action: 'Get', body: '<Get/>' }),
      format: soapFormat('Reply'),
      paginate: { kind: 'none' },
    } as const;

    await expect(open(list, soapFaults()).readPage(null, AbortSignal.timeout(9000))).rejects.toMatchObject({ kind });
  });
});
