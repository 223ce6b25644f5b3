import { beforeEach, describe, expect, it } from 'vitest';
import { rememberAuthorization, takeAuthorization } from './authorizations.ts';

const [id, other] = ['conn_01h455vb4pex5vsknk084sn02q', 'conn_01h455vb4pex5vsknk084sn02r'];
const kept = new Map<string, string>();
const shelf = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};

beforeEach(() => kept.clear());

describe('web/model/authorizations', () => {
  it.each([
    ['leads to the connection that was authorized', id, `?status=connected&connection_id=${id}`, 'yes'],
    ['leads to the connection whose authorization was refused', id, '?status=failed', 'no'],
  ])('%s', (_title, remembered, search, end) => {
    rememberAuthorization(shelf, remembered);

    expect(takeAuthorization(shelf, search)).toBe(`/app/connections/${id}?authorized=${end}`);
    expect(takeAuthorization(shelf, search)).toBeUndefined();
  });

  it.each([
    ['another connection', id, `?status=connected&connection_id=${other}`],
    ['what is no connection', '//example.com', '?status=failed'],
  ])('leads nowhere for %s', (_title, remembered, search) => {
    rememberAuthorization(shelf, remembered);

    expect(takeAuthorization(shelf, search)).toBeUndefined();
  });
});
