import { randomBytes } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { createCertificate, type TestCertificate } from '../harness/http-certificate.ts';

export function makeSamlKey({ days = 1 }: { days?: number } = {}): TestCertificate {
  return createCertificate('idp.example', 'rsa', days);
}

/** What an answer says. */
export interface SamlClaims {
  entityId: string;
  /** Of the hub. */
  audience: string;
  acsUrl: string;
  destination?: string;
  requestId: string;
  nameId: string;
  nameIdFormat?: string;
  attributes?: Readonly<Record<string, readonly string[]>>;
  /** Seconds by which the times are moved. */
  shift?: number;
  sessionEnds?: string;
  id?: string;
  /** Of the response alone, whose attributes an assertion's signature does not cover. */
  responseInResponseTo?: string;
  confirmations?: readonly { recipient: string; inResponseTo: string }[];
}

export const makeId = (): string => `_${randomBytes(12).toString('hex')}`;

const time = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

export function toAssertion(claims: SamlClaims): string {
  const { shift = 0, attributes = {}, requestId, acsUrl } = claims;
  const format = claims.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
  const confirmed = (claims.confirmations ?? [{ recipient: acsUrl, inResponseTo: requestId }])
    .map(
      ({ recipient, inResponseTo }) =>
        `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${time(shift + 240)}" Recipient="${recipient}" InResponseTo="${inResponseTo}"/></saml:SubjectConfirmation>`,
    )
    .join('');
  const statements = Object.entries(attributes)
    .map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
    )
    .join('');
  const ends = claims.sessionEnds === undefined ? '' : ` SessionNotOnOrAfter="${claims.sessionEnds}"`;
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${claims.id ?? makeId()}" Version="2.0" IssueInstant="${time(shift)}">`,
    `<saml:Issuer>${claims.entityId}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${format}">${claims.nameId}</saml:NameID>${confirmed}</saml:Subject>`,
    `<saml:Conditions NotBefore="${time(shift - 10)}" NotOnOrAfter="${time(shift + 240)}"><saml:AudienceRestriction><saml:Audience>${claims.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${time(shift)}"${ends}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    statements === '' ? '' : `<saml:AttributeStatement>${statements}</saml:AttributeStatement>`,
    '</saml:Assertion>',
  ].join('');
}

export function toResponse(claims: SamlClaims, assertion: string): string {
  const answers = claims.responseInResponseTo ?? claims.requestId;
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${makeId()}" Version="2.0" IssueInstant="${time(0)}" Destination="${claims.destination ?? claims.acsUrl}"${answers === '' ? '' : ` InResponseTo="${answers}"`}>`,
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${claims.entityId}</saml:Issuer>`,
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>',
    assertion,
    '</samlp:Response>',
  ].join('');
}

const sha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const digest256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Signs the element of a name, as providers do: behind its issuer. */
export function signXml(
  xml: string,
  element: 'Assertion' | 'Response',
  { key, cert }: TestCertificate,
  { signature = sha256, digest = digest256 }: { signature?: string; digest?: string } = {},
): string {
  const xpath = `//*[local-name(.)='${element}']`;
  const signer = new SignedXml({
    privateKey: key,
    publicCert: cert,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: exclusive,
  });
  signer.addReference({
    xpath,
    digestAlgorithm: digest,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}
