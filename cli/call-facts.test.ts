import { describe, expect, it } from 'vitest';
import { splitCalled } from './call-facts.ts';

describe('cli/call-facts', () => {
  it('takes object and operation as one word, as messages of the hub write them', () => {
    expect(splitCalled(['Okta', 'users.find'])).toEqual(['Okta', 'users', 'find']);
    expect(splitCalled(['Database', 'public.people.upsert'])).toEqual(['Database', 'public.people', 'upsert']);
  });

  it('leaves an object with a dot of its own alone, beside an operation', () => {
    expect(splitCalled(['Database', 'public.people', 'find'])).toEqual(['Database', 'public.people', 'find']);
  });
});
