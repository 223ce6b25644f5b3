import { describe, expect, it } from 'vitest';
import { describeBrowser } from './describe-browser.ts';
import { describeRoles, readGrants } from './describe-roles.ts';

describe('web/model/people', () => {
  it('names a browser and its system by what it says of itself', () => {
    const chrome =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
    expect(describeBrowser(chrome)).toBe('Chrome on Linux');
    expect(describeBrowser(`${chrome} Edg/156.0`)).toBe('Edge on Linux');
    expect(describeBrowser('curl/8.5.0')).toBe('Another program');
    expect(describeBrowser(undefined)).toBe('An unnamed browser');
  });

  it('says roles with the accounts that they are limited to', () => {
    const accounts = new Map([['acc_1', 'Acme']]);
    const roles = [{ role: 'builder' }, { role: 'viewer', account_id: 'acc_1' }] as const;
    expect(describeRoles([...roles], accounts)).toBe('Builder, viewer of Acme');
  });

  it('limits to an account only the roles that can be limited', () => {
    const form = new FormData();
    form.append('role', 'admin');
    form.append('role', 'viewer');
    form.append('role', 'emperor');
    form.append('account', 'acc_1');
    expect(readGrants(form)).toEqual([{ role: 'admin' }, { role: 'viewer', account_id: 'acc_1' }]);
  });
});
