import { createHmac } from 'node:crypto';

/**
 * The headers of a message: its id, when it is sent, and a signature of each secret.
 *
 * @param secrets `whsec_` and the key in base64; during a rotation the present one and the one before.
 * @param nowMs When it is sent, in milliseconds since the epoch.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md "Signature scheme", "Webhook headers"
 */
export function sign(
  secrets: readonly string[],
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
