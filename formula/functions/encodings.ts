import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { FormulaError } from '../values/formula-error.ts';
import { example, type FunctionFamily, overload, parameter } from './define.ts';
import { text } from './signature.ts';

const value = parameter('value', text);

function decodeUrl(input: string): string {
  try {
    return decodeURIComponent(input);
  } catch {
    throw new FormulaError('invalid_argument', 'The text is not percent-encoded');
  }
}

function encodeBase64(input: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(input)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function decodeBase64(input: string): string {
  try {
    const bytes = Uint8Array.from(atob(input), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FormulaError('invalid_argument', 'The text is not Base64 of UTF-8 text');
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc4648#section-5 (without padding, which addresses do not bear) */
function toUrlAlphabet(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromUrlAlphabet(input: string): string {
  return input.replaceAll('-', '+').replaceAll('_', '/');
}

function encodeHex(input: string): string {
  return bytesToHex(new TextEncoder().encode(input));
}

function decodeHex(input: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(input));
  } catch {
    throw new FormulaError('invalid_argument', 'The text is not hexadecimal digits of UTF-8 text');
  }
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Encoding and decoding of text. */
export const encodings: FunctionFamily = {
  name: 'Encodings',
  functions: [
    {
      name: 'urlEncode',
      description: 'Percent-encodes a text for one component of a URL.',
      overloads: [
        overload([value], text, (input, run) => {
          const encoded = encodeURIComponent(input.toWellFormed());
          run.checkText(encoded.length);
          return encoded;
        }),
      ],
      examples: [example("urlEncode('a b&c')", 'a%20b%26c')],
    },
    {
      name: 'urlDecode',
      description: 'Decodes percent-encoded text.',
      overloads: [overload([value], text, decodeUrl)],
      examples: [example("urlDecode('a%20b')", 'a b')],
    },
    {
      name: 'base64Encode',
      description: 'Encodes a text as Base64 of its UTF-8.',
      overloads: [
        overload([value], text, (input, run) => {
          const encoded = encodeBase64(input);
          run.checkText(encoded.length);
          return encoded;
        }),
      ],
      examples: [example("base64Encode('größe')", 'Z3LDtsOfZQ==')],
    },
    {
      name: 'base64Decode',
      description: 'Decodes Base64 of UTF-8 text.',
      overloads: [overload([value], text, decodeBase64)],
      examples: [example("base64Decode('Z3LDtsOfZQ==')", 'größe')],
    },
    {
      name: 'base64UrlEncode',
      description: 'Encodes a text as URL-safe Base64 of its UTF-8, without padding.',
      overloads: [
        overload([value], text, (input, run) => {
          const encoded = toUrlAlphabet(encodeBase64(input));
          run.checkText(encoded.length);
          return encoded;
        }),
      ],
      examples: [example("base64UrlEncode('??>')", 'Pz8-')],
    },
    {
      name: 'base64UrlDecode',
      description: 'Decodes URL-safe Base64 of UTF-8 text.',
      overloads: [overload([value], text, (input) => decodeBase64(fromUrlAlphabet(input)))],
      examples: [example("base64UrlDecode('Pz8-')", '??>')],
    },
    {
      name: 'hexEncode',
      description: 'Encodes the UTF-8 of a text as hexadecimal digits.',
      overloads: [
        overload([value], text, (input, run) => {
          const encoded = encodeHex(input);
          run.checkText(encoded.length);
          return encoded;
        }),
      ],
      examples: [example("hexEncode('ö')", 'c3b6')],
    },
    {
      name: 'hexDecode',
      description: 'Decodes hexadecimal digits of UTF-8 text.',
      overloads: [overload([value], text, decodeHex)],
      examples: [example("hexDecode('C3B6')", 'ö')],
    },
    {
      name: 'escapeHtml',
      description: 'Escapes a text for HTML and XML.',
      overloads: [
        overload([value], text, (input, run) => {
          const escaped = input.replace(/[&<>"']/g, (sign) => entities.get(sign) ?? sign);
          run.checkText(escaped.length);
          return escaped;
        }),
      ],
      examples: [example("escapeHtml('<b>')", '&lt;b&gt;')],
    },
  ],
};
