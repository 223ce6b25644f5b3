import { describe, expect, it } from 'vitest';
import { describeRefusal, toReturnPath } from './describe-refusal.ts';

describe('web/model/describe-refusal', () => {
  it('says something of every refusal, also of one that it does not know', () => {
    expect(describeRefusal('?sign_in_refused=expired')).toMatch(/too long/);
    expect(describeRefusal('?sign_in_refused=constructor')).toBe('Signing in was refused. Begin again.');
  });

  it('says nothing where nothing was refused', () => {
    expect(describeRefusal('?q=a')).toBeUndefined();
  });

  it('comes back to the page that was asked for', () => {
    expect(toReturnPath({ pathname: '/app/runs', search: '?status=failed&sign_in_refused=expired' })).toBe(
      '/app/runs?status=failed',
    );
    expect(toReturnPath({ pathname: '/app/', search: '' })).toBe('/app/');
  });
});
