import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bearerAuth } from '../../connectors/kit/auth/methods.ts';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { defineConnector } from '../../connectors/kit/define.ts';
import { finds, reads, writes } from '../../connectors/kit/http/complete-operations.ts';
import type { HttpObject } from '../../connectors/kit/object-types.ts';
import { type Exchange, replayExchanges as replay } from './replay-exchanges.ts';
import { type ConnectorReport, isClean, renderReports } from './report.ts';

function acme(objects: Record<string, HttpObject>, errors: HttpConnector['errors'] = []): HttpConnector {
  return defineConnector({
    id: 'acme',
    name: 'Acme',
    vendor: 'Acme',
    category: 'generic',
    docsUrl: 'https://acme.example/',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({
      tenant: z
        .string()
        .regex(/^[a-z]+$/)
        .meta({ title: 'Tenant', example: 'ours', destination: true }),
    }),
    auth: [bearerAuth()],
    http: { baseUrl: 'https://{config.tenant}.acme.example/api', hosts: ['.acme.example'] },
    errors,
    test: { request: { method: 'GET', path: '/me' } },
    objects,
    documentation: { source: 'https://acme.example/', asOf: '2026-11-21' },
  });
}

const byCursor: Paginate = {
  kind: 'cursor',
  parameter: 'after',
  in: 'query',
  path: 'next',
  sizeParameter: 'limit',
  pageSize: 100,
};

type Paginate = Extract<Parameters<typeof reads>[0], { kind: 'pages' }>['paginate'];

function users(paginate: Paginate, recordsPath?: string): HttpObject {
  return {
    title: 'Users',
    key: ['id'],
    schema: z.object({ id: z.int(), name: z.string().optional() }),
    operations: {
      list: reads({
        kind: 'pages',
        request: { method: 'GET', path: '/users' },
        format: { kind: 'json', ...(recordsPath === undefined ? {} : { recordsPath }) },
        paginate,
      }),
    },
  };
}

const item = (id: number): { id: number } => ({ id });

/** Two pages by cursor, with sizes and a filter that are not the connector's. */
const cursorPages: Exchange[] = [
  {
    path: '/api/users',
    query: { limit: '2', team: 'x' },
    response_body: { users: [item(1), item(2)], next: 'cursor-0002' },
  },
  {
    path: '/api/users',
    query: { limit: '2', team: 'x', after: 'cursor-0002' },
    response_body: { users: [item(3)], next: null },
  },
];

describe('test/recordings/recordings', () => {
  it('follows the pages of a listing by cursors that the recording holds', async () => {
    const report = await replay(acme({ users: users(byCursor, 'users') }), cursorPages);

    expect(report).toMatchObject({ interactions: 2, matched: 2, listings: 1, pages_followed: 1, records: 3 });
    expect(report.findings).toEqual([]);
  });

  it('reads the records of one parent, whom the recorded path names', async () => {
    const request = { method: 'GET', path: '/teams/{parent.name}/users' } as const;
    const from = { kind: 'pages', request: { method: 'GET', path: '/teams' }, format: { kind: 'json' } } as const;
    const parents = { from: { ...from, paginate: { kind: 'none' } }, key: 'id', copy: { team: 'name' } } as const;
    const format = { kind: 'json', recordsPath: 'users' } as const;
    const members = {
      title: 'Members',
      key: ['team', 'id'],
      operations: { list: reads({ kind: 'pages', request, format, paginate: byCursor, parents }) },
    };

    const report = await replay(
      acme({ members }),
      cursorPages.map((page) => ({ ...page, path: '/api/teams/a%20b/users', path_template: '/api/teams/{}/users' })),
    );

    expect(report).toMatchObject({ matched: 2, listings: 1, pages_followed: 1, records: 3, lost: 0, doubled: 0 });
    expect(report.findings).toEqual([]);
  });

  it('looks a record up by the value in its address, and reports one that has another form', async () => {
    const find = finds({
      request: { method: 'GET', path: '/users/{value}' },
      format: { kind: 'json', recordsPath: 'user' },
    });
    const object = users(byCursor, 'users');
    const at = { path: '/api/users/7', path_template: '/api/users/{}' };

    const report = await replay(acme({ users: { ...object, operations: { ...object.operations, find } } }), [
      { ...at, response_body: { user: item(7) } },
      { ...at, response_body: { user: { name: 'no id' } } },
    ]);

    expect(report).toMatchObject({ matched: 2, look_ups: 2, parse_failures: 1 });
    expect(report.endpoints).toMatchObject([{ operation: 'users.find' }]);
  });

  it('follows links to addresses of another form, on the host that was recorded', async () => {
    const link = '<https://theirs.acme.example/api/lists/7/users?page=2>; rel="next"';
    const report = await replay(acme({ users: users({ kind: 'link_header' }) }), [
      { path: '/api/users', headers: { link }, response_body: [item(1)] },
      { path: '/api/lists/7/users', query: { page: '2' }, response_body: [item(2)] },
    ]);

    expect(report).toMatchObject({ matched: 2, pages_followed: 1, records: 2, uncovered: [], findings: [] });
  });

  it('follows page numbers from the one that the recording begins with', async () => {
    const paginate: Paginate = { kind: 'page', parameter: 'page', hasMorePath: 'more' };
    const report = await replay(acme({ users: users(paginate, 'users') }), [
      { path: '/api/users', query: { page: '4' }, response_body: { users: [item(1)], more: true } },
      { path: '/api/users', query: { page: '5' }, response_body: { users: [item(2)], more: false } },
    ]);

    expect(report).toMatchObject({ listings: 1, pages_followed: 1, records: 2, findings: [] });
  });

  it('answers equal requests of a flow one after the other', async () => {
    const report = await replay(acme({ users: users({ kind: 'none' }) }), [
      { path: '/api/users', response_body: [item(1)] },
      { path: '/api/users', response_body: [item(1), item(2)] },
    ]);

    expect(report).toMatchObject({ listings: 2, records: 3, findings: [] });
  });

  it('blames nobody for pages that were not recorded', async () => {
    const [first] = cursorPages;
    const report = await replay(acme({ users: users(byCursor, 'users') }), first === undefined ? [] : [first]);

    expect(report).toMatchObject({ records: 2, parse_failures: 0, lost: 0 });
  });

  it('finds records on pages that a connector does not ask for', async () => {
    const report = await replay(acme({ users: users({ kind: 'none' }, 'users') }), cursorPages);

    expect(report.lost).toBeGreaterThan(0);
    expect(isClean(report)).toBe(false);
  });

  it.each<[string, HttpObject, unknown, Partial<ConnectorReport>]>([
    ['a list at another place', users({ kind: 'none' }, 'items'), { users: [item(1), item(2)] }, { parse_failures: 1 }],
    [
      'a single object for a list',
      users({ kind: 'none' }, 'meta'),
      { users: [item(1), item(2)], meta: {} },
      { lost: 2 },
    ],
    ['a field of another type', users({ kind: 'none' }), [{ id: 'u1' }, { id: 'u2' }], { parse_failures: 1 }],
    ['a missing key', users({ kind: 'none' }), [{ id: 1 }, { name: 'x' }], { parse_failures: 2 }],
  ])('finds %s', async (_, object, response_body, faults) => {
    const report = await replay(acme({ users: object }), [{ path: '/api/users', response_body }]);

    expect(report).toMatchObject(faults);
    expect(isClean(report)).toBe(false);
  });

  it('takes answers that are cut off, or were asked for in another form, for no fault', async () => {
    const path = '/api/users';
    const report = await replay(acme({ users: users({ kind: 'none' }) }), [
      { path, query: { fields: 'name' }, response_body: [{ name: 'x' }] },
      { path, query: { form: 'long' }, response_body: { users: [] } },
      { path, response_body: null },
    ]);

    expect(report).toMatchObject({ parse_failures: 0, not_comparable: 2, records: 1 });
  });

  it('matches relative paths and endings of formats, and lists what no operation covers', async () => {
    const report = await replay(
      acme({ users: users({ kind: 'none' }) }),
      [
        { path: '/users.json', response_body: [item(1)] },
        { path: '/users/7', path_template: '/users/{}', response_body: item(7) },
        { method: 'POST', path: '/users', response_body: item(8) },
      ],
      'https://{tenant}.acme.example/api',
    );

    expect(report).toMatchObject({
      matched: 1,
      endpoints: [{ endpoint: 'GET /users.json', operation: 'users.list', interactions: 1 }],
      uncovered: [{ endpoint: 'GET /users/{}' }, { endpoint: 'POST /users' }],
    });
  });

  it.each<[number, HttpConnector['errors'], number]>([
    [401, [], 0],
    [403, [], 0],
    [429, [], 0],
    [500, [], 0],
    [401, [{ when: { status: 401 }, kind: 'transient' }], 1],
    [429, [{ when: { status: 429 }, kind: 'validation' }], 1],
    [404, [{ when: { status: 404 }, kind: 'unknown' }], 1],
    [500, [{ when: { bodyIncludes: ['no'] }, kind: 'auth_invalid' }], 1],
  ])('judges how status %i is read under the rules %j', async (status, errors, misread) => {
    const report = await replay(acme({}, errors), [{ path: '/api/x', status, response_body: { error: 'no' } }]);

    expect(report).toMatchObject({ errors: 1, misread });
  });

  it.each([
    ['id', 0],
    ['user.id', 1],
  ])('looks for the id of a created record at %s', async (targetIdPath, parse_failures) => {
    const write = writes({
      request: { method: 'POST', path: '/users' },
      update: { method: 'PATCH', path: '/users/{$target_id}' },
      idempotency: { kind: 'header', name: 'idempotency-key', ttlMs: 1000 },
      targetIdPath,
    });
    const report = await replay(
      acme({ users: { title: 'Users', key: ['id'], operations: { create: write, upsert: write } } }),
      [
        { method: 'POST', path: '/api/users', request_body: { name: 'x' }, status: 201, response_body: item(1) },
        {
          method: 'PATCH',
          path: '/api/users/1',
          path_template: '/api/users/{}',
          request_body: { name: 'y' },
          response_body: item(1),
        },
      ],
    );

    expect(report).toMatchObject({ matched: 2, writes: 2, parse_failures });
  });

  it('finds the record that a look-up asks for', async () => {
    const path_template = '/api/users/{}';
    const write = writes({ request: { method: 'PUT', path: '/users/{id}' }, idempotency: { kind: 'put_by_key' } });
    const report = await replay(acme({ users: { title: 'Users', key: ['id'], operations: { upsert: write } } }), [
      { path: '/api/users/1', path_template, response_body: item(1) },
      { path: '/api/users/2', path_template, response_body: [] },
      { path: '/api/users/me', response_body: item(3) },
    ]);

    expect(report).toMatchObject({ matched: 2, look_ups: 2, parse_failures: 1 });
  });

  it('says in a table what it found, with nothing of what was recorded', async () => {
    const report = await replay(acme({ users: users({ kind: 'none' }, 'items') }), [
      { path: '/api/users', response_body: { users: [{ id: 1, name: 'canary' }] } },
    ]);

    const text = renderReports([report]);

    expect(text).toMatch(/^connector .*\nacme .*\nacme parse_failure i-0 GET \/api\/users: /);
    expect(text + JSON.stringify(report)).not.toContain('canary');
  });
});
