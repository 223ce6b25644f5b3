import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { JsonObject } from '../../../core/json.ts';
import { extractRecords, extractSchema } from './extract.ts';

describe('connectors/kit/http/extract', () => {
  it.each<[string, z.input<typeof extractSchema>, JsonObject[], JsonObject[]]>([
    ['the node of each edge', { each: 'node' }, [{ cursor: 'a', node: { id: 1 } }, { node: null }], [{ id: 1 }]],
    [
      'attributes beside the id, which they do not hide',
      { lift: ['attributes'] },
      [
        { id: '1', attributes: { id: 'x', name: 'A' } },
        { id: '2', attributes: null },
      ],
      [
        { id: '1', name: 'A' },
        { id: '2', attributes: null },
      ],
    ],
    [
      'the values of members that have a label beside them',
      { lift: ['attributes'], unwrap: 'value' },
      [{ type: 'Employee', attributes: { email: { label: 'Email', value: 'a@x.org' }, office: { label: 'Office' } } }],
      [{ type: 'Employee', email: 'a@x.org', office: { label: 'Office' } }],
    ],
    [
      'a record for each element of a list',
      { expand: { path: 'hosts', copy: { site: 'name' } } },
      [
        { name: 's1', hosts: [{ ip: 'a' }, 'b'] },
        { name: 's2', hosts: [] },
      ],
      [
        { ip: 'a', site: 's1' },
        { value: 'b', site: 's1' },
      ],
    ],
    [
      'lists where XML shows one element or none',
      { lists: ['tag', 'set.item', 'group.user'] },
      [{ tag: 'a', set: '', group: [{ user: 'u' }, { user: ['v', 'w'] }] }],
      [{ tag: ['a'], set: { item: [] }, group: [{ user: ['u'] }, { user: ['v', 'w'] }] }],
    ],
    ['nothing of annotations', { dropPrefix: '@' }, [{ '@odata.etag': 'x', id: 1 }], [{ id: 1 }]],
    ['nothing of nulls', { dropNulls: true }, [{ id: 1, name: null, on: false }], [{ id: 1, on: false }]],
  ])('takes out %s', (_, given, elements, expected) => {
    expect(extractRecords(elements, extractSchema.parse(given))).toEqual(expected);
  });

  it('leaves what was read as it is', () => {
    const element = { tag: 'a', attributes: { b: 1 } };

    extractRecords([element], extractSchema.parse({ lift: ['attributes'], lists: ['tag'] }));

    expect(element).toEqual({ tag: 'a', attributes: { b: 1 } });
  });
});
