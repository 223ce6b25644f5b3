import { describe, expect, it } from 'vitest';
import { describeChange } from './describe-change.ts';

describe('services/audit-events/describe-change', () => {
  it('keeps what differs, and nothing of when', () => {
    const before = { name: 'a', status: 'active', updated_at: '1' };
    const after = { name: 'b', status: 'active', updated_at: '2', note: 'new' };

    expect(describeChange(before, after)).toEqual({ before: { name: 'a' }, after: { name: 'b', note: 'new' } });
  });

  it('keeps all of what is new or gone', () => {
    expect(describeChange(undefined, { name: 'a', none: undefined })).toEqual({ before: null, after: { name: 'a' } });
    expect(describeChange({ name: 'a' }, undefined)).toEqual({ before: { name: 'a' }, after: null });
    expect(describeChange(undefined, undefined)).toEqual({ before: null, after: null });
  });

  it.each([
    ['under its name', { client_secret: 'CANARY' }],
    ['deep inside', { config: [{ auth: { password: 'CANARY' } }] }],
    ['in an address', { url: 'https://user:CANARY@example.com/' }],
    ['in a header', { header: 'Bearer CANARY-5d0c2f7e41aa' }],
    ['as an object', { credentials: { any: 'CANARY' } }],
  ])('masks a secret %s', (_, after) => {
    expect(JSON.stringify(describeChange(undefined, after))).not.toContain('CANARY');
    expect(JSON.stringify(describeChange(undefined, after))).toContain('[redacted]');
  });

  it('records that a secret changed, and not its value', () => {
    expect(describeChange({ token: 'a' }, { token: 'b' })).toEqual({
      before: { token: '[redacted]' },
      after: { token: '[redacted]' },
    });
  });
});
