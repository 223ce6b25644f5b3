import { describe, expect, it } from 'vitest';
import { readDocument } from './document.ts';
import { createJudge, type ReceivedAnswer } from './judge.ts';
import type { Shot } from './shots.ts';

const json = (schema: object) => ({ 'application/json': { schema } });
const document = readDocument({
  openapi: '3.1.0',
  paths: {
    '/things': {
      post: {
        parameters: [{ name: 'sort', in: 'query', schema: { type: 'string', enum: ['name'] } }],
        requestBody: { required: true, content: json({ $ref: '#/components/schemas/Thing' }) },
        responses: { '201': { content: json({ $ref: '#/components/schemas/Thing' }) }, '504': { content: json({}) } },
      },
    },
  },
  components: { schemas: { Thing: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } } },
});
const judge = createJudge(document);

function shoot(sent: Shot['sent']): Shot {
  const [operation] = document.operations;
  if (operation === undefined) throw new Error('The document has no operation.');
  return { operation, path: '/things', headers: {}, body: JSON.stringify(sent.body), sent };
}

const good = shoot({ query: { sort: 'name' }, body: { name: 'x' } });
const created: ReceivedAnswer = {
  status: 201,
  headers: { 'content-type': 'application/json; charset=utf-8', 'request-id': 'req_x' },
  text: '{"name":"x"}',
};
const { 'request-id': _, ...withoutId } = created.headers;

describe('test/fuzz/judge', () => {
  it('finds nothing wrong with what is documented', () => {
    expect(judge(good, created)).toEqual([]);
    expect(judge(good, { ...created, status: 504 })).toEqual([]);
  });

  it('leaves an address that dots lead away from the operation to the one it leads to', () => {
    expect(judge({ ...good, path: '/things/..?sort=name' }, { ...created, status: 302 })).toEqual([]);
    expect(judge({ ...good, path: '/things/%2E%2e' }, { ...created, status: 302 })).toEqual([]);
    expect(judge({ ...good, path: '/things/..' }, { ...created, status: 500 })).toMatchObject([
      { kind: 'server_error' },
    ]);
    expect(judge({ ...good, path: '/things/a..b' }, { ...created, status: 302 })).toHaveLength(1);
  });

  it.each([
    ['a fault', good, { ...created, status: 500 }, 'server_error'],
    ['another status', good, { ...created, status: 418 }, 'undocumented_status'],
    ['another body', good, { ...created, text: '{"name":1}' }, 'schema_violation'],
    ['a body that is no JSON', good, { ...created, text: '<html>' }, 'schema_violation'],
    [
      'another content type',
      good,
      { ...created, headers: { ...created.headers, 'content-type': 'text/html' } },
      'schema_violation',
    ],
    ['a header that lacks', good, { ...created, headers: withoutId }, 'schema_violation'],
    ['a wrong body that was accepted', shoot({ query: {}, body: { name: 1 } }), created, 'schema_violation'],
    [
      'a wrong parameter that was accepted',
      shoot({ query: { sort: 'x' }, body: { name: 'x' } }),
      created,
      'schema_violation',
    ],
    [
      'an unknown parameter that was accepted',
      shoot({ query: { x: 'x' }, body: { name: 'x' } }),
      created,
      'schema_violation',
    ],
  ])('finds %s', (_what, shot, answer, kind) => {
    expect(judge(shot, answer).map((finding) => finding.kind)).toContain(kind);
  });
});
