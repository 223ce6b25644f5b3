import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';

/** How a provider encrypts. Default: AES-256-GCM and RSA-OAEP, as the hub accepts them. */
export interface Encryption {
  content?: string;
  transport?: string;
  /** Names a digest, as some providers do. */
  digest?: string;
  /** Changes nonce, ciphertext and tag. */
  spoil?: (data: Buffer) => Buffer;
  /** Changes the encrypted key. */
  spoilKey?: (key: Buffer) => Buffer;
  contentKeyBytes?: number;
}

export const aes128gcm = 'http://www.w3.org/2009/xmlenc11#aes128-gcm';
export const aes256gcm = 'http://www.w3.org/2009/xmlenc11#aes256-gcm';
export const aes256cbc = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
export const oaep = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';
export const rsa15 = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5';

/** Encrypts XML for a certificate, as an identity provider does. @see https://www.w3.org/TR/xmlenc-core1/ */
export function encryptXml(xml: string, certificate: string, options: Encryption = {}): string {
  const { content = aes256gcm, transport = oaep, digest, spoil = (data) => data, spoilKey = (key) => key } = options;
  const contentKey = randomBytes(options.contentKeyBytes ?? (content === aes128gcm ? 16 : 32));
  const padding = transport === rsa15 ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_OAEP_PADDING;
  const key = publicEncrypt({ key: createPublicKey(certificate), padding }, contentKey);
  const data = spoil(encryptContent(xml, contentKey, content === aes256cbc));
  const method = digest === undefined ? '' : `<ds:DigestMethod Algorithm="${digest}"/>`;
  return [
    '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">',
    '<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element">',
    `<xenc:EncryptionMethod Algorithm="${content}"/>`,
    '<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey>',
    `<xenc:EncryptionMethod Algorithm="${transport}">${method}</xenc:EncryptionMethod>`,
    `<xenc:CipherData><xenc:CipherValue>${spoilKey(key).toString('base64')}</xenc:CipherValue></xenc:CipherData>`,
    '</xenc:EncryptedKey></ds:KeyInfo>',
    `<xenc:CipherData><xenc:CipherValue>${data.toString('base64')}</xenc:CipherValue></xenc:CipherData>`,
    '</xenc:EncryptedData></saml:EncryptedAssertion>',
  ].join('');
}

function encryptContent(xml: string, key: Buffer, isCbc: boolean): Buffer {
  if (isCbc) {
    const iv = randomBytes(16);
    const cipher = createCipheriv('aes-256-cbc', key, iv);
    return Buffer.concat([iv, cipher.update(xml), cipher.final()]);
  }
  const nonce = randomBytes(12);
  const cipher = createCipheriv(key.length === 16 ? 'aes-128-gcm' : 'aes-256-gcm', key, nonce);
  return Buffer.concat([nonce, cipher.update(xml), cipher.final(), cipher.getAuthTag()]);
}
