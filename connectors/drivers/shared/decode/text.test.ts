import { describe, expect, it } from 'vitest';
import { toText, toUtf8 } from './text.ts';

const latin = Buffer.from('["Zoë"]', 'latin1');

describe('connectors/drivers/shared/decode/text', () => {
  it.each([
    ['UTF-8', Buffer.from('Zoë €'), 'utf8', 'Zoë €'],
    ['a byte order mark', Buffer.from('\uFEFFZoë'), 'utf8', 'Zoë'],
    ['Latin 1', Buffer.from('Zoë', 'latin1'), 'latin1', 'Zoë'],
    ['what Windows adds to Latin 1', Buffer.from([0x80, 0x93, 0x94]), 'latin1', '€“”'],
  ] as const)('reads %s', (_, bytes, encoding, text) => {
    expect(toText(bytes, encoding)).toBe(text);
  });

  it.each([
    ['Latin 1', latin],
    ['UTF-16', Buffer.from('\uFEFFid', 'utf16le')],
    ['half a character', Buffer.from('ë').subarray(0, 1)],
  ])('refuses %s as UTF-8, and says what to do', (_, bytes) => {
    expect(() => toText(bytes)).toThrow(
      expect.objectContaining({ fault: { kind: 'schema_drift', message: expect.stringContaining('latin1') } }),
    );
  });

  it.each([
    ['the head', 'application/json;charset=ISO-8859-1', latin, '["Zoë"]'],
    ['the head, in quotes', 'application/json; Charset="windows-1252"', latin, '["Zoë"]'],
    [
      'XML itself',
      'application/xml',
      Buffer.from(`<?xml version='1.0' encoding='ISO-8859-15'?><a>\xA4</a>`, 'latin1'),
      `<?xml version='1.0' encoding='ISO-8859-15'?><a>€</a>`,
    ],
    ['UTF-16', 'text/xml; charset=utf-16', Buffer.from('\uFEFF<a>ë</a>', 'utf16le'), '<a>ë</a>'],
    ['what is not so', 'application/json; charset=ISO-8859-1', Buffer.from('["Zoë"]'), '["Zoë"]'],
  ])('reads by the encoding that is declared by %s', (_, contentType, bytes, text) => {
    expect(toUtf8(bytes, contentType).toString()).toBe(text);
  });

  it.each([
    undefined,
    'application/json',
    'application/json; charset=utf-8',
    'a/b; charset=nope',
    'text/csv; charset=latin1',
  ])('leaves to the format what %s does not tell of', (contentType) => {
    expect(toUtf8(latin, contentType)).toBe(latin);
  });
});
