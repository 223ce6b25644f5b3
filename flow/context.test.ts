import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../core/json.ts';
import { countContext } from './context.ts';
import type { ItemContext } from './flow.ts';

const object = fc.jsonValue({ stringUnit: 'grapheme' }).filter(isJsonObject);

describe('flow/context', () => {
  it('counts the bytes of what an item carries as they are in JSON', () => {
    fc.assert(
      fc.property(object, object, object, object, (record, steps, item, others) => {
        const context: ItemContext = {
          ...others,
          record,
          before: null,
          change: 'created',
          steps,
          item,
          run: {},
          trigger: {},
        };
        const bytes = Buffer.byteLength(JSON.stringify(context));

        // The second time, of what is known of its members.
        expect([countContext(context), countContext({ ...context })]).toEqual([bytes, bytes]);
      }),
    );
  });
});
