import { z } from 'zod';
import { hostName } from '../fields.ts';
import { type AuthMethod, plainText, secretText } from '../auth/methods.ts';

/** The configuration that the SFTP transport reads. */
export const sftpConfig = z.strictObject({
  host: hostName.meta({ title: 'Host', example: 'sftp.example.com', destination: true }),
  port: z.int().min(1).max(65_535).default(22).meta({ title: 'Port', destination: true }),
  host_key: z
    .string()
    .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'Must be a SHA-256 fingerprint: SHA256: and 43 characters of base64.')
    .optional()
    .meta({
      title: "Fingerprint of the server's key",
      help: 'As `ssh-keyscan HOST | ssh-keygen -lf -` prints it, compared with what its operator says. Nobody is signed in without it: a test of the connection fails, and names the key that the server shows.',
      example: 'SHA256:uNiVztksCsDhcc0u9e8BrrAAfs0sNf4NU5rU7Yv1Oh0',
      destination: true,
    }),
});

/** One answer of the server; and one whole batch of writes, which begins nothing that it could not wait for. */
export const operationTimeoutMs = 8000;
export const writeTimeoutMs = 20_000;

/** Documents that are read whole (JSON and XML), at most. */
export const documentBytesMax = 64 * 1024 * 1024;

const user = plainText('User');
const signIn = { apply: { kind: 'driver_login' } } as const;

export function sshPasswordAuth(): AuthMethod {
  return {
    id: 'password',
    title: 'User and password',
    credentials: z.strictObject({ user, password: secretText('Password') }),
    ...signIn,
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc4252#section-7 */
export function sshKeyAuth(): AuthMethod {
  const credentials = z.strictObject({
    user,
    private_key: z
      .string()
      .max(65_536)
      .regex(
        /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
        'Must be a private key in PEM, which begins with -----BEGIN and PRIVATE KEY-----.',
      )
      .meta({ title: 'Private key (OpenSSH or PEM)', secret: true, example: '-----BEGIN OPENSSH PRIVATE KEY-----\n…' }),
    passphrase: secretText('Passphrase of the key').optional(),
  });
  return { id: 'private_key', title: 'User and private key', credentials, ...signIn };
}
