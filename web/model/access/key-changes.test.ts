import { describe, expect, it } from 'vitest';
import type { ApiKey } from '../../../client/operations.data.ts';
import { describeNetworks, inDays, readKeyChanges, readNetworks, toLastDay } from './key-changes.ts';

const noon = new Date(2027, 2, 31, 12).toISOString();
const key: ApiKey = {
  id: 'key_1',
  name: 'Nightly',
  mode: 'live',
  last4: 'abcd',
  scopes: ['runs:read', 'scim:write'],
  status: 'active',
  expires_at: noon,
  allowed_cidrs: ['203.0.113.0/24'],
  created_at: noon,
  updated_at: noon,
};

function toForm(values: Readonly<Record<string, string | readonly string[]>>): FormData {
  const form = new FormData();
  const all = {
    name: 'Nightly',
    last_day: '2027-03-31',
    networks: '203.0.113.0/24',
    scopes: ['runs:read', 'scim:write'],
    ...values,
  };
  for (const [name, value] of Object.entries(all)) for (const one of [value].flat()) form.append(name, one);
  return form;
}

describe('web/model/access/key-changes', () => {
  it('asks for what differs only, so that the time of an end that a program set stays', () => {
    expect(readKeyChanges(key, toForm({}))).toEqual({});
    expect(readKeyChanges(key, toForm({ name: ' Nightly reports ' }))).toEqual({ name: 'Nightly reports' });
  });

  it('keeps scopes that are not offered, and takes away what was unchecked', () => {
    expect(readKeyChanges(key, toForm({ scopes: ['scim:write', 'runs:write'] }))).toEqual({
      scopes: ['runs:write', 'scim:write'],
    });
    expect(readKeyChanges(key, toForm({ scopes: ['runs:read', 'audit:write'] }))).toEqual({ scopes: ['runs:read'] });
  });

  it('takes a last day for the end of it, and none for no end', () => {
    expect(readKeyChanges(key, toForm({ last_day: '2027-04-30' }))).toEqual({
      expires_at: new Date(2027, 4, 1).toISOString(),
    });
    expect(readKeyChanges(key, toForm({ last_day: '' }))).toEqual({ expires_at: null });
    expect([toLastDay(new Date(2027, 4, 1).toISOString()), toLastDay(undefined)]).toEqual(['2027-04-30', '']);
  });

  it('takes networks line by line, and none for all', () => {
    expect(readNetworks(' 203.0.113.0/24\n2001:db8::/32, 198.51.100.7 ')).toHaveLength(3);
    expect(readKeyChanges(key, toForm({ networks: '\n' }))).toEqual({ allowed_cidrs: null });
    expect(describeNetworks(['203.0.113.0/24', '2001:db8::/32'])).toBe('only from 203.0.113.0/24 and 1 more');
  });

  it('counts days from now', () => {
    expect([inDays('1', 0), inDays('', 0), inDays('same', 0)]).toEqual([
      '1970-01-02T00:00:00.000Z',
      undefined,
      undefined,
    ]);
  });
});
