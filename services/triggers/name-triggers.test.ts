import { describe, expect, it } from 'vitest';
import { nameTriggers, triggerIdOf } from './name-triggers.ts';

const webhook = { type: 'webhook' } as const;

describe('services/triggers/name-triggers', () => {
  it.each([
    ['its type to the first of a type', [{ type: 'manual' } as const, webhook], ['manual', 'webhook']],
    ['a number to further ones', [webhook, webhook, webhook], ['webhook', 'webhook-2', 'webhook-3']],
    ['what no other has', [webhook, { ...webhook, id: 'webhook' }], ['webhook-2', 'webhook']],
    [
      'a number that no other has',
      [{ ...webhook, id: 'webhook-2' }, webhook, webhook],
      ['webhook-2', 'webhook', 'webhook-3'],
    ],
    ['nothing else to one that has an id', [{ ...webhook, id: 'okta' }, webhook], ['okta', 'webhook']],
  ])('gives %s', (_, triggers, ids) => {
    const named = nameTriggers(triggers);

    expect(named.map(triggerIdOf)).toEqual(ids);
    expect(nameTriggers(named)).toEqual(named);
  });

  it('stores no id that is the type, as revisions of earlier versions have none', () => {
    expect(nameTriggers([{ type: 'manual' }, webhook])).toEqual([{ type: 'manual' }, webhook]);
  });
});
