import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNetworkList, toAddress, toNetwork } from './networks.ts';

describe('services/shared/networks', () => {
  it.each([
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['203.0.113.7', '203.0.113.7/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['255.255.255.255/31', '255.255.255.254/31'],
    ['2001:DB8:0:0::1', '2001:db8::1/128'],
    ['2001:db8:ffff::1/33', '2001:db8:8000::/33'],
    ['::/0', '::/0'],
    ['::1', '::1/128'],
    ['::ffff:10.1.2.3', '10.1.2.3/32'],
    ['::ffff:a01:203/104', '10.0.0.0/8'],
  ])('normalises %s to %s', (text, network) => {
    expect(toNetwork(text)).toBe(network);
    expect(toNetwork(network)).toBe(network);
  });

  it.each([
    '',
    'x',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '10.0.0/8',
    '010.0.0.0/8',
    '::/129',
    '::ffff:10.0.0.0/95',
    'fe80::1%eth0/64',
    '10.0.0.0/8 ',
    '1::2::3',
    'example.com/8',
  ])('takes "%s" for no network', (text) => {
    expect(toNetwork(text)).toBeUndefined();
  });

  it.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:CB00:7107', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:0db8::0001', '2001:db8::1'],
    ['203.0.113.7', '203.0.113.7'],
    ['unknown', undefined],
    ['203.0.113.7:443', undefined],
  ])('reads the address %s as %s', (text, address) => {
    expect(toAddress(text)).toBe(address);
  });

  it.each([
    ['10.1.0.0/16', true],
    ['10.0.0.0/8', true],
    ['10.0.0.0/7', false],
    ['0.0.0.0/0', false],
    ['11.0.0.0/8', false],
    ['2001:db8:1::/48', true],
    ['2001::/16', false],
    ['::/0', false],
  ])('checks whether all of %s is within one network: %s', (network, isInside) => {
    expect(createNetworkList(['10.0.0.0/8', '2001:db8::/32', '203.0.113.7']).holds(network)).toBe(isInside);
  });

  it('holds what is inside, in its own family only', () => {
    const list = createNetworkList(['10.0.0.0/8', '2001:db8::/32']);

    expect(['10.255.0.1', '2001:db8:ffff::1'].map(list.has)).toEqual([true, true]);
    expect(['11.0.0.1', '2001:db9::1', '::'].map(list.has)).toEqual([false, false, false]);
    expect(createNetworkList(['::/0']).has('203.0.113.7')).toBe(false);
    expect(createNetworkList([]).has('203.0.113.7')).toBe(false);
  });

  it('names the place of an entry that is no network, and not the entry', () => {
    expect(() => createNetworkList(['10.0.0.0/8', 'secret'])).toThrow(
      /^Entry 2 is no network such as 10\.0\.0\.0\/8\.$/,
    );
  });

  it('holds after normalising exactly what was held before', () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6()).filter((text) => !/^::ffff:/i.test(text) && !text.includes('.', 16));
    fc.assert(
      fc.property(address, fc.nat(128), address, (place, length, asked) => {
        const family = place.includes(':') ? 'ipv6' : 'ipv4';
        const prefix = family === 'ipv6' ? length : length % 33;
        fc.pre(asked.includes(':') === (family === 'ipv6'));
        const network = toNetwork(`${place}/${prefix}`);
        const plain = new BlockList();
        plain.addSubnet(place, prefix, family);

        expect(createNetworkList([network ?? '']).has(toAddress(asked) ?? '')).toBe(plain.check(asked, family));
        expect(createNetworkList([network ?? '']).has(toAddress(place) ?? '')).toBe(true);
      }),
    );
  });
});
