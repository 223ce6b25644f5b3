import { SsoRefusal } from '../sso-refusal.ts';

const documentBytesMax = 256 * 1024;
const elementsMax = 5000;
const depthMax = 64;

/** What the hub reads of an answer before its signature is checked: nothing of it is believed. */
export interface GuardedAnswer {
  /** As it came, which the library takes. */
  base64: string;
  /** Absent where the provider began by itself. */
  inResponseTo: string | undefined;
  /** Where the provider meant to send it, if it says so. */
  destination: string | undefined;
}

const signatures = /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#(?:rsa|ecdsa)-sha(?:256|384|512)$/;
const digests: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);
const transforms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
]);

/** Which algorithms each element may name. */
const allowed: ReadonlyMap<string, (algorithm: string) => boolean> = new Map([
  ['SignatureMethod', (algorithm: string) => signatures.test(algorithm)],
  ['DigestMethod', (algorithm: string) => digests.has(algorithm)],
  ['Transform', (algorithm: string) => transforms.has(algorithm)],
  ['CanonicalizationMethod', (algorithm: string) => transforms.has(algorithm)],
]);

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Refuses what the library for SAML would read and should not: large or deep documents, declarations, entities, comments, several
 * assertions, encrypted ones, and signatures by SHA-1 or by what is no signature.
 *
 * A scanner of tags, and no parser: it looks at all that a parser could see, and more.
 *
 * @throws {SsoRefusal} `invalid_answer`
 */
export function guardSamlAnswer(base64: string): GuardedAnswer {
  const text = decode(base64);
  const tags = listTags(text);
  const [root] = tags;
  if (root?.name !== 'Response') refuse('The document is no SAML response.');
  const assertions = tags.filter(({ name }) => name === 'Assertion' || name === 'EncryptedAssertion');
  if (assertions.length !== 1 || assertions[0]?.name !== 'Assertion') refuse('There must be one assertion, in clear.');
  for (const tag of tags) checkAlgorithm(tag);
  const attributes = readAttributes(root.text);
  return { base64, inResponseTo: attributes.get('InResponseTo'), destination: attributes.get('Destination') };
}

function decode(base64: string): string {
  const plain = base64.replaceAll(/[\r\n]/g, '');
  if (plain.length > (documentBytesMax * 4) / 3 + 4) refuse('The document is too large.');
  if (plain.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) refuse('It is not Base64.');
  try {
    return decoder.decode(Buffer.from(plain, 'base64'));
  } catch {
    return refuse('It is not UTF-8.');
  }
}

interface Tag {
  /** Without a prefix. */
  name: string;
  /** Between the brackets. */
  text: string;
}

function listTags(text: string): Tag[] {
  const body = text.replace(/^<\?xml [^<>?]*\?>\s*/, '');
  if (!body.startsWith('<')) refuse('It is not XML.');
  const tags: Tag[] = [];
  let depth = 0;
  for (let at = 0; at !== -1 && at < body.length; at = body.indexOf('<', at)) {
    const next = body.charAt(at + 1);
    if (next === '!' || next === '?') refuse('It has a declaration, a comment or an instruction.');
    const end = findEnd(body, at);
    const inner = body.slice(at + 1, end);
    if (next === '/') depth -= 1;
    else {
      tags.push({ name: toLocalName(inner), text: inner });
      if (!inner.endsWith('/')) depth += 1;
    }
    if (depth > depthMax || tags.length > elementsMax) refuse('The document is too deep, or has too many elements.');
    if (depth < 0) refuse('It is not XML.');
    at = end + 1;
  }
  if (depth !== 0) refuse('It is not XML.');
  return tags;
}

/** Where a tag ends: `>` may stand within quotes. */
function findEnd(text: string, from: number): number {
  let quote = '';
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return at;
    else if (char === '<') break;
  }
  return refuse('It is not XML.');
}

function toLocalName(inner: string): string {
  const [name = ''] = /^[^\s/>]+/.exec(inner) ?? [];
  return name.slice(name.indexOf(':') + 1);
}

function readAttributes(inner: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of inner.matchAll(/\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (found.has(name)) refuse('An attribute comes twice.');
    found.set(name, double ?? single ?? '');
  }
  return found;
}

/** An algorithm that is written with character references is none of those that are allowed. */
function checkAlgorithm({ name, text }: Tag): void {
  const isAllowed = allowed.get(name);
  if (isAllowed === undefined) return;
  const named = [...readAttributes(text)].filter(([attribute]) => /(?:^|:)Algorithm$/.test(attribute));
  const [only] = named;
  if (named.length !== 1 || only?.[0] !== 'Algorithm' || !isAllowed(only[1]))
    refuse(`An algorithm of ${name} is not accepted.`);
}

function refuse(why: string): never {
  throw new SsoRefusal('invalid_answer', { cause: new Error(why) });
}
