import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { withWorkdayId } from './worker-ids.ts';

const wid = { '@type': 'WID', '#text': '3aa5550b7fe348b98d7b5741afc65534' };

describe('connectors/workday/worker-ids', () => {
  it('gives a worker the id of Workday, and elements without attributes as their texts', () => {
    const record = {
      Worker_Reference: { ID: [wid, { '@type': 'Employee_ID', '#text': '21001' }] },
      Worker_Data: { '@version': 'v1', Name: { '@formatted': 'Ann Lee', First_Name: 'Ann' }, Note: { '@lang': 'en' } },
    };

    expect(withWorkdayId(record)).toEqual({
      WID: wid['#text'],
      Worker_Reference: { ID: [wid['#text'], '21001'] },
      Worker_Data: { Name: { First_Name: 'Ann' }, Note: '' },
    });
  });

  it('looks at each element once, however deep it lies', () => {
    let looks = 0;
    let inner: JsonObject = { Value: 'end' };
    for (let depth = 0; depth < 16; depth += 1) {
      const below = inner;
      inner = Object.defineProperty({}, 'Element', {
        enumerable: true,
        get: () => {
          looks += 1;
          return below;
        },
      });
    }

    withWorkdayId(inner);

    expect(looks).toBe(16);
  });
});
