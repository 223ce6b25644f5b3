import { describe, expect, it } from 'vitest';
import { readAddress } from './address.ts';

describe('drizzle/address', () => {
  it('finds the socket in the folder that an address names', () => {
    expect(readAddress('postgres://hub:p%40ss@127.0.0.1:5433/hub?host=%2Frun%2Fpg&sslmode=disable')).toEqual({
      url: 'postgres://hub:p%40ss@127.0.0.1:5433/hub?sslmode=disable',
      path: '/run/pg/.s.PGSQL.5433',
    });
    expect(readAddress('postgres://hub@localhost/hub?host=/run/pg').path).toBe('/run/pg/.s.PGSQL.5432');
  });

  it.each([
    'postgres://hub:secret@db.example:5432/hub',
    'postgres://a@b/c?host=db.example',
    'postgres://a@b,c:1/d',
    '',
  ])('leaves other addresses as they are: %j', (url) => {
    expect(readAddress(url)).toEqual({ url });
  });
});
