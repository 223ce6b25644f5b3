import type { SsoCheck } from '../../../../core/enums.ts';
import {
  decodeXml,
  readAttributes,
  scanXml,
  within,
  XmlRefusal,
  type XmlTag,
} from '../../sso-connections/metadata/scan-xml.ts';
import { type EncryptedAssertion, readEncrypted } from './read-encrypted.ts';
import { SsoRefusal } from '../sso-refusal.ts';

const documentBytesMax = 256 * 1024;

/** What the hub reads of an answer before its signature is checked: nothing of it is believed. */
export interface GuardedAnswer {
  /** As it came, which the library takes. */
  base64: string;
  /** Absent where the provider began by itself. */
  inResponseTo: string | undefined;
  /** Where the provider meant to send it, if it says so. */
  destination: string | undefined;
  /** The assertion, where it is not in clear. */
  encrypted: EncryptedAssertion | undefined;
  /** Of all elements: what was encrypted must have others. */
  ids: ReadonlySet<string>;
}

/** @see https://docs.oasis-open.org/security/saml/v2.0/saml-core-2.0-os.pdf section 3.2.2.2 */
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
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

/**
 * Refuses what says that nobody was signed in, and what the library for SAML would read and should not: large or deep documents,
 * declarations, entities, comments, several assertions, other encrypted parts, and signatures by SHA-1 or by what is no signature.
 *
 * @throws {SsoRefusal} `invalid_answer`
 */
export function guardSamlAnswer(base64: string): GuardedAnswer {
  return guard(() => readGuarded(base64));
}

/** Refuses of what was decrypted what `guardSamlAnswer` refuses in clear. @throws {SsoRefusal} `invalid_answer` */
export function guardDecrypted(plain: Uint8Array, { ids }: GuardedAnswer): void {
  guard(() => {
    const tags = scanXml(decodeXml(plain));
    const [root] = tags;
    const assertions = tags.filter(({ name }) => /^(?:Encrypted)?Assertion$|^Response$/.test(name));
    if (root?.name !== 'Assertion' || assertions.length !== 1) refuse('It must hold one assertion.', 'assertion');
    refuseEncrypted(tags);
    for (const tag of tags) checkAlgorithm(tag);
    collectIds(tags, ids);
  });
}

function guard<Result>(judge: () => Result): Result {
  try {
    return judge();
  } catch (error) {
    if (error instanceof XmlRefusal) throw new SsoRefusal('invalid_answer', { cause: error, check: 'document' });
    throw error;
  }
}

function readGuarded(base64: string): GuardedAnswer {
  const tags = read(base64);
  const [root] = tags;
  if (root?.name !== 'Response') refuse('The document is no SAML response.');
  const status = tags.find(({ name }) => name === 'StatusCode');
  if (status !== undefined && readAttributes(status).get('Value') !== success) {
    refuse('The provider signed nobody in.', 'denied');
  }
  const assertions = tags.filter(({ name }) => name === 'Assertion' || name === 'EncryptedAssertion');
  const [assertion] = assertions;
  if (assertion === undefined || assertions.length !== 1) return refuse('There must be one assertion.', 'assertion');
  const encrypted = assertion.name === 'EncryptedAssertion' ? readEncrypted(tags, assertion) : undefined;
  const inside = new Set(encrypted === undefined ? [] : within(tags, assertion));
  const others = tags.filter((tag) => !inside.has(tag));
  refuseEncrypted(others);
  for (const tag of others) checkAlgorithm(tag);
  const attributes = readAttributes(root);
  return {
    base64,
    inResponseTo: attributes.get('InResponseTo'),
    destination: attributes.get('Destination'),
    encrypted,
    ids: collectIds(tags),
  };
}

function read(base64: string): XmlTag[] {
  const plain = base64.replaceAll(/[\r\n]/g, '');
  if (plain.length > (documentBytesMax * 4) / 3 + 4) refuse('The document is too large.');
  if (plain.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) refuse('It is not Base64.');
  return scanXml(decodeXml(Buffer.from(plain, 'base64')));
}

/** Of names and attributes: the library would decrypt them by weaker algorithms. */
function refuseEncrypted(tags: readonly XmlTag[]): void {
  if (tags.some(({ name }) => /^Encrypted(?:ID|Data|Key|Attribute)$/.test(name)))
    refuse('Only the assertion as a whole may be encrypted.', 'assertion');
}

/** @param known Which must not come again. */
function collectIds(tags: readonly XmlTag[], known: ReadonlySet<string> = new Set()): Set<string> {
  const ids = tags.flatMap((tag) => {
    const attributes = readAttributes(tag);
    return ['ID', 'Id', 'id'].flatMap((name) => attributes.get(name) ?? []);
  });
  const found = new Set([...known, ...ids]);
  if (found.size !== known.size + ids.length) refuse('An id comes twice.');
  return found;
}

/** An algorithm that is written with character references is none of those that are allowed. */
function checkAlgorithm(tag: XmlTag): void {
  const { name } = tag;
  const isAllowed = allowed.get(name);
  if (isAllowed === undefined) return;
  const named = [...readAttributes(tag)].filter(([attribute]) => /(?:^|:)Algorithm$/.test(attribute));
  const [only] = named;
  if (named.length !== 1 || only?.[0] !== 'Algorithm' || !isAllowed(only[1]))
    refuse(`An algorithm of ${name} is not accepted.`, 'algorithm');
}

function refuse(why: string, check: SsoCheck = 'document'): never {
  throw new SsoRefusal('invalid_answer', { cause: new Error(why), check });
}
