import { describe, expect, it } from 'vitest';
import { findOwnPlaces } from './own-places.ts';

describe('drizzle/own-places', () => {
  it('finds the places of servers, by name and address', async () => {
    const servers = ['postgres://hub@127.0.0.1/hub', '[::1]:7233', 'unknown.invalid:7233', undefined, 'nonsense'];

    expect(await findOwnPlaces(servers)).toEqual(['127.0.0.1:5432', '[::1]:7233', 'unknown.invalid:7233']);
    expect(await findOwnPlaces(['localhost:7233'])).toEqual(
      expect.arrayContaining(['localhost:7233', expect.stringMatching(/^(?:127\.0\.0\.1|\[::1\]):7233$/)]),
    );
  });
});
