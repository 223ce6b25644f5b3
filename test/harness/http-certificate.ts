import { generateKeyPairSync } from 'node:crypto';
import { signCertificate } from '../../services/access/sso-connections/encryption/self-signed.ts';

/** A key and a certificate that it signed itself, in PEM. */
export interface TestCertificate {
  key: string;
  cert: string;
}

/** Makes a certificate for a host name, valid now and for some days. Nothing trusts it unless told to. */
export function createCertificate(host: string, kind: 'ec' | 'rsa' = 'ec', days = 1): TestCertificate {
  const keys =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: signCertificate(keys, host, { nowMs: Date.now(), days }),
  };
}
