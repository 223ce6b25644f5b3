import { describe, expect, it } from 'vitest';
import { checkEveryMs, decideStep } from './decide-step.ts';

const url = 'https://hub.example/hooks/hook_1';
const wanted = { connection_id: 'c', topic: 'repository', events: ['issues'], reply_key: 'k' };
const made = { ...wanted, url };
const nowMs = 1_000_000_000_000;
const dayMs = 86_400_000;
const there = {
  wanted,
  made,
  remoteId: '7',
  endsAt: undefined,
  checkedAt: nowMs,
  failingSince: undefined,
  attempts: 1,
  isLeft: false,
};
const decide = (more: Partial<Parameters<typeof decideStep>[0]>) =>
  decideStep({ ...there, ...more }, { url, nowMs, lifeMs: 30 * dayMs });

describe('runs/subscriptions/decide-step', () => {
  it('makes what is wanted and not there, and ends where neither is', () => {
    expect(decide({ made: null, remoteId: null })).toEqual({ do: 'create', terms: made });
    expect(decide({ made: null, remoteId: null, wanted: null })).toEqual({ do: 'end' });
  });

  it.each([
    ['is not wanted', { wanted: null }],
    ['may be there under an unknown id', { remoteId: null }],
    ['tells of other events', { wanted: { ...wanted, events: ['push'] } }],
    ['was made through another connection', { wanted: { ...wanted, connection_id: 'd' } }],
    ['sends to an address of before', { made: { ...made, url: 'https://old.example/hooks/hook_1' } }],
  ])('removes what %s', (_, more) => {
    expect(decide(more)).toMatchObject({ do: 'remove' });
  });

  it('forgets what was left at the vendor, unless it is wanted again', () => {
    expect(decide({ wanted: null, isLeft: true })).toEqual({ do: 'forget' });
    expect(decide({ isLeft: true })).toMatchObject({ do: 'rest' });
  });

  it('renews when a third of its life is left, looks after six hours, and rests until then', () => {
    expect(decide({ endsAt: nowMs + 10 * dayMs })).toMatchObject({ do: 'renew', id: '7' });
    expect(decide({ endsAt: nowMs + 11 * dayMs })).toEqual({ do: 'rest', waitMs: checkEveryMs });
    expect(decide({ endsAt: nowMs + 10 * dayMs + 1000 })).toEqual({ do: 'rest', waitMs: 1000 });
    expect(decide({ checkedAt: nowMs - checkEveryMs })).toMatchObject({ do: 'check', id: '7' });
  });
});
