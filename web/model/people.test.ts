import { describe, expect, it } from 'vitest';
import { describeBrowser } from './describe-browser.ts';
import { describeRoles, readGrants, toChoice } from './access/describe-roles.ts';

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

  it('reads back the grants that it wrote into a form, of the whole organization and of accounts', () => {
    const grants = [
      { role: 'builder', account_id: 'acc_1' },
      { role: 'viewer', account_id: 'acc_2' },
      { role: 'auditor' },
    ] as const;
    const form = new FormData();
    for (const grant of grants) form.append('role', toChoice(grant));
    expect(readGrants(form)).toEqual(grants);
  });

  it('limits to an account only the roles that can be limited', () => {
    const form = new FormData();
    for (const choice of ['admin acc_1', 'viewer acc_1', 'emperor']) form.append('role', choice);
    expect(readGrants(form)).toEqual([{ role: 'viewer', account_id: 'acc_1' }]);
  });
});
