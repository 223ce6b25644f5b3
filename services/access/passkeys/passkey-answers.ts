import { z } from 'zod';

/** Base64url, as browsers write bytes. */
function encoded(max: number) {
  return z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, 'Must be base64url without padding.');
}

const idMax = 1400;
const clientDataMax = 8192;

/** What a browser answers for a new passkey: `PublicKeyCredential.toJSON()`. Members that it adds are passed over. */
export const creationAnswer = z
  .looseObject({
    id: encoded(idMax),
    rawId: encoded(idMax),
    type: z.literal('public-key'),
    response: z.looseObject({
      clientDataJSON: encoded(clientDataMax),
      attestationObject: encoded(32_768),
      transports: z.array(z.string().max(32)).max(16).optional(),
    }),
  })
  .meta({ id: 'PasskeyCreation' });

/** What a browser answers with a passkey: `PublicKeyCredential.toJSON()`. Members that it adds are passed over. */
export const passkeyAnswer = z
  .looseObject({
    id: encoded(idMax),
    rawId: encoded(idMax),
    type: z.literal('public-key'),
    response: z.looseObject({
      clientDataJSON: encoded(clientDataMax),
      authenticatorData: encoded(4096),
      signature: encoded(2048),
      userHandle: encoded(128).optional(),
    }),
  })
  .meta({ id: 'PasskeyAnswer' });

export type CreationAnswer = z.output<typeof creationAnswer>;
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** What a browser is asked, in the form that it reads. */
export const browserOptions = z.record(z.string(), z.unknown());

export const ceremony = z
  .string()
  .min(1)
  .max(1024)
  .meta({ description: 'As it came with the options. Counts for five minutes, in this session.' });
