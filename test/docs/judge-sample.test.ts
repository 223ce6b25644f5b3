import { describe, expect, it } from 'vitest';
import { judgeSample } from './judge-sample.ts';

describe('test/docs/judge-sample', () => {
  it.each([
    '{ "name": "A", "mapping": [{ "to": "a", "from": "b" }] }',
    '{ "to": "a", "formula": "title(b)" }',
    'kind: account\nname: A',
    '{ "name": "A", "service_type": "cisa_kev", "credentials": {} }',
  ])('takes %j', async (text) => {
    expect(await judgeSample(text)).toEqual([]);
  });

  it.each([
    ['{ "name": "A", "mappings": [], "mapping": [{ "to": "a", "from": "b" }] }', 'mappings'],
    ['{ "to": "a", "formula": "titel(b)" }', 'titel'],
    ['{ "source": { "connection_id": "c", "object": "o", "filter": "a ==" } }', 'filter'],
    ['kind: acount\nname: A', 'kind must be one of'],
    ['kind: integration\nname: A\nmapping: [{ too: a }]', 'to'],
    ['{ "name": "A", "service_type": "cisa", "credentials": {} }', 'no connector cisa'],
    ['{ "name": "A", "service_type": "postgres", "credentials": {} }', 'config'],
    ['{ "status": "error", "error": { "code": "oops" } }', 'code'],
    ['{ "hello": "world" }', 'illustrative'],
    ['{ "a": ', 'column'],
  ])('says what is wrong with %j', async (text, named) => {
    expect((await judgeSample(text)).join('\n')).toContain(named);
  });
});
