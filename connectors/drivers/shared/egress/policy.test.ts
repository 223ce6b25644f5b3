import { describe, expect, it } from 'vitest';
import { compilePolicy } from './policy.ts';
import { isPublicAddress } from './ranges.ts';

describe('connectors/drivers/shared/egress/policy', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
  ])('does not count %s to the public internet', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ['a network around it', ['10.0.0.0/8', '10.0.0.0/8:5432', '10.0.0.5/32'], false],
    ['nothing', [], false],
    ['its address and port', ['10.0.0.5:5432'], true],
    ['its name and port', ['db.internal:5432'], true],
  ])("opens the hub's own database to %s: %s → %s", (_, allow, isOpen) => {
    const policy = compilePolicy({ allow, own: ['db.internal:5432', '10.0.0.5:5432', '203.0.114.9:7233'] });
    const place = { host: 'db.internal', address: '10.0.0.5', port: 5432 };

    expect([policy.permits(place), policy.opens(place)]).toEqual([isOpen, isOpen]);
    // By another name, and where it is a public address.
    const renamed = { ...place, host: 'mine.example.com' };
    expect(policy.permits(renamed)).toBe(allow.includes('10.0.0.5:5432'));
    expect(policy.permits({ host: 't.example.com', address: '203.0.114.9', port: 7233 })).toBe(false);
    expect(policy.permits({ host: 't.example.com', address: '203.0.114.9', port: 443 })).toBe(true);
  });

  it.each(['1.1.1.1', '192.0.1.1', '172.32.0.1', '::ffff:1.1.1.1', '2606:4700::1111'])(
    'counts %s to the public internet',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ['127.0.0.1:80', '127.0.0.1', 80],
    ['127.0.0.1', '127.0.0.1', 81],
    ['::1', '::1', 81],
    ['[fd12::1]', 'fd12::1', 81],
    ['10.0.0.0/8', '10.1.2.3', 5432],
    ['10.0.0.0/8:443', '10.1.2.3', 443],
    ['10.0.0.0/8', '::ffff:10.1.2.3', 443],
    ['[::1]:80', '::1', 80],
    ['fd00::/8', 'fd12::1', 80],
    ['[fd00::/8]:443', 'fd12::1', 443],
    ['Intranet.example:443', '10.0.0.1', 443],
  ])('%s opens %s port %i', (rule, address, port) => {
    expect(compilePolicy({ allow: [rule] }).permits({ host: 'intranet.example', address, port })).toBe(true);
  });

  it.each([
    ['127.0.0.1:80', '127.0.0.1', 81],
    ['127.0.0.1', '127.0.0.2', 80],
    ['fd12::1', 'fd12::2', 80],
    ['10.0.0.0/8:443', '10.1.2.3', 80],
    ['[::1]:80', '127.0.0.1', 80],
    ['other.example:443', '10.0.0.1', 443],
  ])('%s does not open %s port %i', (rule, address, port) => {
    expect(compilePolicy({ allow: [rule] }).permits({ host: 'intranet.example', address, port })).toBe(false);
  });

  it.each([
    '',
    'host',
    '127.0.0.1:70000',
    '127.0.0.256',
    'http://a:80',
    '10.0.0.0/',
    '10.0.0.0/99x',
    'a/b:1',
    ':80',
    '::1/8/8',
  ])('refuses the rule %j by name', (rule) => {
    expect(() => compilePolicy({ allow: [rule] })).toThrow(/Not an egress rule/);
  });

  it('opens what is public for encrypted connections only', () => {
    const target = { host: 'a.example', address: '1.1.1.1', port: 80 };

    expect(compilePolicy({ allow: [] }).permits(target)).toBe(true);
    expect(compilePolicy({ allow: [] }).opens(target)).toBe(false);
    expect(compilePolicy({ allow: ['a.example:80'] }).opens(target)).toBe(true);
  });
});
