import { randomBytes } from 'node:crypto';
import { createSealer } from '../../vault/seal.ts';
import type { ServiceContext } from '../shared/context.ts';

/** @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md "Signature scheme": 24 to 64 bytes */
const secretBytes = 32;

export interface NewSecret {
  /** The only copy in clear, in the form that libraries of Standard Webhooks take. */
  secret: string;
  sealed: Buffer;
  keyId: string;
}

/** Makes the secret of a version of an endpoint, sealed so that only workers can sign with it. */
export async function makeWebhookSecret(
  { publicKeys, orgId }: Pick<ServiceContext, 'publicKeys' | 'orgId'>,
  endpointId: string,
  version: number,
): Promise<NewSecret> {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  const sealer = await createSealer(publicKeys, { purpose: 'webhook', orgId, endpointId, version });
  return { secret, sealed: sealer.seal({ secret }), keyId: sealer.keyId };
}
