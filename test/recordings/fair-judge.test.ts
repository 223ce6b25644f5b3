import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bearerAuth } from '../../connectors/kit/auth/methods.ts';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { defineConnector } from '../../connectors/kit/define.ts';
import { reads, writes } from '../../connectors/kit/http/complete-operations.ts';
import type { HttpObject } from '../../connectors/kit/object-types.ts';
import { compareBodies } from './compare-bodies.ts';
import { Interaction } from './interaction.ts';
import { replayExchanges as replay } from './replay-exchanges.ts';

/** What is no fault of a connector's, each beside one that is. */

function acme(operations: HttpObject['operations'], key: string[] = ['id']): HttpConnector {
  return defineConnector({
    id: 'acme',
    name: 'Acme',
    vendor: 'Acme',
    category: 'generic',
    docsUrl: 'https://acme.example/',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({}),
    auth: [bearerAuth()],
    http: { baseUrl: 'https://api.acme.example/api', hosts: ['api.acme.example'] },
    errors: [],
    test: { request: { method: 'GET', path: '/me' } },
    objects: { things: { title: 'Things', key, operations } },
    documentation: { source: 'https://acme.example/', asOf: '2026-11-21' },
  });
}

const json = { kind: 'json', recordsPath: 'items' } as const;
const one = { id: 1, name: 'a', state: 'on', size: 3 };

describe('test/recordings/fair-judge', () => {
  it('counts what a list of a parent gave before a page that nobody recorded', async () => {
    const parents = {
      from: {
        kind: 'pages',
        request: { method: 'GET', path: '/rooms' },
        format: { kind: 'json' },
        paginate: { kind: 'none' },
      },
      key: 'id',
      copy: { room: 'id' },
    } as const;
    const list = reads({
      kind: 'pages',
      request: { method: 'GET', path: '/rooms/{parent.id}/things' },
      format: json,
      paginate: { kind: 'cursor', parameter: 'after', path: 'next' },
      parents,
    });

    const at = { path: '/api/rooms/r1/things', path_template: '/api/rooms/{}/things' };
    const report = await replay(acme({ list }, ['room', 'id']), [
      { ...at, response_body: { items: [one, { ...one, id: 2 }], next: 'cursor-0002' } },
    ]);

    expect(report).toMatchObject({ matched: 1, records: 2, lost: 0, parse_failures: 0 });
  });

  it('takes a tombstone for none of the records, and a whole record with its mark for one', async () => {
    const list = reads({
      kind: 'pages',
      request: { method: 'GET', path: '/things' },
      format: json,
      paginate: { kind: 'none' },
      extract: { removed: 'gone' },
    });

    const tombs = await replay(acme({ list }), [
      { path: '/api/things', response_body: { items: [one, { id: 2, gone: { reason: 'deleted' } }] } },
    ]);
    const marked = await replay(acme({ list }), [
      { path: '/api/things', response_body: { items: [one, { ...one, id: 2, gone: true }] } },
    ]);

    expect(tombs).toMatchObject({ records: 1, lost: 0 });
    expect(marked).toMatchObject({ records: 1, lost: 1 });
  });

  it.each([
    ['the size that was recorded', { size: '2' }, 0],
    ['no size', {}, 1],
  ])('reads on behind a full page of %s', async (_, size, lost) => {
    const paginate = {
      kind: 'page',
      parameter: 'page',
      first: 0,
      sizeParameter: 'size',
      pageSize: 100,
      shortPageEnds: true,
    } as const;
    const list = reads({ kind: 'pages', request: { method: 'GET', path: '/things' }, format: json, paginate });

    const report = await replay(acme({ list }), [
      { path: '/api/things', query: { ...size, page: '0' }, response_body: { items: [one, { ...one, id: 2 }] } },
      { path: '/api/things', query: { ...size, page: '1' }, response_body: { items: [{ ...one, id: 3 }] } },
    ]);

    expect(report).toMatchObject({ lost, doubled: 0 });
  });

  it('compares a form with the JSON that was recorded by its texts', async () => {
    const create = writes({
      request: { method: 'POST', path: '/things' },
      idempotency: { kind: 'none' },
      body: 'form',
    });
    const request_body = { name: 'x y', hidden: false };

    const report = await replay(acme({ create }), [
      { method: 'POST', path: '/api/things', request_body, response_body: one },
    ]);

    expect(report).toMatchObject({ writes: 1, bodies: 1, sent_otherwise: 0 });
    const recorded = Interaction.parse({
      id: 'i',
      method: 'POST',
      path: '/',
      path_template: '/',
      status: 200,
      request_body,
    });
    const sent = (body: string) => ({ method: 'POST', host: 'x', path: '/', query: {}, body });
    expect(compareBodies(recorded, sent('name=x+z&hidden=false&more=1'), new Set())).toEqual(['name', 'more']);
  });
});
