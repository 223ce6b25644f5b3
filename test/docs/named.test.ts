import { describe, expect, it } from 'vitest';
import { isUnknownOperation, listOperations, listVariables } from './named.ts';
import { listFences } from './pages.ts';

const served = [
  { method: 'GET', path: '/v1/runs/:id' },
  { method: 'POST', path: '/v1/runs/:id/records/retry' },
  { method: 'GET', path: '/openapi.json' },
];
const page = (text: string) => ({ path: 'a.md', text, fences: listFences(text) });

describe('test/docs/named', () => {
  it.each([
    '`GET /runs/{id}`, `GET /v1/runs/{id}` and `GET /runs/ID?x=1`.',
    'POST …/records/retry, `/openapi.json`, `/runs` and `application/json`.',
  ])('knows what is served: %s', (text) => {
    const named = listOperations(page(text));

    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((operation) => isUnknownOperation(operation, served))).toEqual([]);
  });

  it.each(['`DELETE /runs/{id}`', '`GET /run/{id}`', 'GET …/retry', '`/opanapi.json`', '`/runs/{id}/nothing`'])(
    'knows what is not: %s',
    (text) => {
      expect(listOperations(page(text)).filter((operation) => isUnknownOperation(operation, served))).toHaveLength(1);
    },
  );

  it('lists variables that a page names and does not set itself', () => {
    const text =
      'Set `HUB_URL`, not HUB_OTHER.\n\n```sh\nMY_ID=$(true)\necho $MY_ID $HUB_KEY\n```\n\n`!secret MY_PASSWORD`';

    expect(listVariables(page(text))).toEqual(['HUB_URL', 'HUB_KEY']);
  });
});
