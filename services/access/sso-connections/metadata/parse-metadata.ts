import { readAttributes, scanXml, within, XmlRefusal, type XmlTag } from './scan-xml.ts';

/** What an identity provider says of itself. */
export interface IdpMetadata {
  entity_id: string;
  sso_url: string;
  /** In PEM: what it signs with, several while it changes its key. */
  certificates: string[];
}

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';

/**
 * Reads the metadata of one identity provider. Comments are left out; otherwise the document must stand what answers must stand.
 *
 * Its own signature is not looked at: who vouches for it is the https server that it came from, or the owner who pasted it.
 *
 * @throws {XmlRefusal}
 * @see https://docs.oasis-open.org/security/saml/v2.0/saml-metadata-2.0-os.pdf section 2.4
 */
export function parseMetadata(text: string, nowMs: number): IdpMetadata {
  const tags = scanXml(dropComments(text));
  const [root] = tags;
  const entity = only(tags, 'EntityDescriptor', () => true, 'It must describe exactly one provider.');
  if (root?.name !== 'EntityDescriptor' && root?.name !== 'EntitiesDescriptor') {
    throw new XmlRefusal('It is no SAML metadata.');
  }
  for (const tag of [root, entity]) {
    const until = readAttributes(tag).get('validUntil');
    if (until !== undefined && !(Date.parse(until) > nowMs)) throw new XmlRefusal('It has expired.');
  }
  const speaks = (tag: XmlTag): boolean =>
    (readAttributes(tag).get('protocolSupportEnumeration') ?? '').split(/\s+/).includes(protocol);
  const role = only(tags, 'IDPSSODescriptor', speaks, 'It must describe one identity provider for SAML 2.0.');
  const parts = within(tags, role);
  const service = parts.find(
    (tag) => tag.name === 'SingleSignOnService' && readAttributes(tag).get('Binding') === redirect,
  );
  const location = service && readAttributes(service).get('Location');
  if (location === undefined) throw new XmlRefusal('It has no sign-in address for the HTTP-Redirect binding.');
  const keys = parts.filter(
    (tag) => tag.name === 'KeyDescriptor' && (readAttributes(tag).get('use') ?? 'signing') === 'signing',
  );
  const certificates = keys.flatMap((key) =>
    within(parts, key)
      .filter(({ name }) => name === 'X509Certificate')
      .map(({ content }) => toPem(content)),
  );
  return {
    entity_id: decode(readAttributes(entity).get('entityID') ?? ''),
    sso_url: decode(location),
    certificates: [...new Set(certificates)],
  };
}

/** In one pass, however many begin. @throws {XmlRefusal} for one that does not end. */
function dropComments(text: string): string {
  const [before = '', ...parts] = text.trimStart().split('<!--');
  const kept = parts.map((part) => {
    const end = part.indexOf('-->');
    if (end === -1) throw new XmlRefusal('It is not XML.');
    return part.slice(end + 3);
  });
  return [before, ...kept].join('').trimStart();
}

function only(tags: readonly XmlTag[], name: string, fits: (tag: XmlTag) => boolean, otherwise: string): XmlTag {
  const [found, ...others] = tags.filter((tag) => tag.name === name && fits(tag));
  if (found === undefined || others.length > 0) throw new XmlRefusal(otherwise);
  return found;
}

function toPem(base64: string): string {
  const bare = base64.replaceAll(/\s+/g, '');
  return `-----BEGIN CERTIFICATE-----\n${bare.replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----`;
}

/** The reference that addresses with a query need. Whatever else is referred to is no address. */
function decode(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&#38;', '&');
}
