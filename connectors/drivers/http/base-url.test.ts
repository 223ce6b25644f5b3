import { describe, expect, it } from 'vitest';
import { createHostCheck, findBaseUrl, toOwnAddress, withSingleSlashes } from './base-url.ts';

const http = {
  baseUrl: 'https://{config.company}.vendor.example/api/v2',
  hosts: ['.vendor.example'],
  headers: {},
  timeoutMs: 1000,
  maxResponseBytes: 1000,
};
const company = { company: 'acme' };
const own = findBaseUrl(http, { config: { ...company, base_url: 'https://proxy.example:8443/vendor/' }, auth: {} });

describe('connectors/drivers/http/base-url', () => {
  it('is the vendor’s address, unless the connection has its own', () => {
    expect(findBaseUrl(http, { config: company, auth: {} })).toEqual({
      url: 'https://acme.vendor.example/api/v2',
      hosts: ['.vendor.example'],
    });
    expect(own).toEqual({
      url: 'https://proxy.example:8443/vendor/',
      vendorUrl: 'https://acme.vendor.example/api/v2',
      hosts: 'from_config',
    });
  });

  it.each([
    ['https://acme.vendor.example/api/v2/users?page=2', 'https://proxy.example:8443/vendor/users?page=2'],
    ['https://acme.vendor.example/api/v2', 'https://proxy.example:8443/vendor'],
    ['https://acme.vendor.example/oauth/token', 'https://proxy.example:8443/oauth/token'],
    ['https://acme.vendor.example/api/v20/users', 'https://proxy.example:8443/api/v20/users'],
    ['https://login.other.example/token', 'https://login.other.example/token'],
  ])('puts a connection’s own address in the place of %s', (address, expected) => {
    expect(toOwnAddress(address, own)).toBe(expected);
    expect(toOwnAddress(address, { url: 'https://acme.vendor.example/api/v2' })).toBe(address);
  });

  it('sends credentials to the own address only', () => {
    const isAllowed = createHostCheck(own, own.url);
    const at = (text: string): boolean => isAllowed(new URL(text));

    expect(at('https://proxy.example:8443/anything')).toBe(true);
    expect([
      at('https://proxy.example/'),
      at('https://acme.vendor.example/'),
      at('http://proxy.example:8443/'),
    ]).toEqual([false, false, false]);
  });

  it.each([
    ['https://desk.example.com//auth///token', 'https://desk.example.com/auth/token'],
    ['https://desk.example.com//token?resource=a//b', 'https://desk.example.com/token?resource=a//b'],
    ['https://desk.example.com?next=//b', 'https://desk.example.com?next=//b'],
  ])('takes double slashes out of the path of %s alone', (address, expected) => {
    expect(withSingleSlashes(address)).toBe(expected);
  });
});
