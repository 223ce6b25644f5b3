import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import type { Json } from '../../../core/json.ts';
import { instant } from '../../shared/schemas.ts';

const certificatePattern = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
const tokenPattern = /^[\w-]+\.([\w-]+)\.[\w-]+$/;
/** @see https://www.rfc-editor.org/rfc/rfc7519#section-4.1.4 */
const claims = z.object({ exp: z.number().int().positive().max(253_402_300_799) });

/** When credentials end, where the system that gave them out says it in no way that a program reads. */
export const credentialsEnd = instant.optional().meta({
  format: 'date-time',
  description:
    'When the credentials end, as their system says, for example of a client secret. Default: what a certificate or a signed token among them says. `GET /attention` tells of it 30 days before.',
});

/**
 * When credentials end, as far as they say so by themselves: the first end of a certificate (PEM) or of a signed token (JWT) among
 * them.
 *
 * @returns `undefined` where nothing in them tells.
 */
export function findCredentialsEnd(credentials: Json): string | undefined {
  const ends = listTexts(credentials).flatMap((text) => [...certificateEnds(text), ...tokenEnd(text)]);
  return ends.length === 0 ? undefined : toTimestamp(Math.min(...ends));
}

function listTexts(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(listTexts);
}

/** The first certificate of a chain is the one that the credentials show. */
function certificateEnds(text: string): number[] {
  const [pem] = text.match(certificatePattern) ?? [];
  if (pem === undefined) return [];
  try {
    return [Date.parse(new X509Certificate(pem).validTo)].filter((ms) => !Number.isNaN(ms));
  } catch {
    // Whether it is a certificate at all, the connector judges.
    return [];
  }
}

function tokenEnd(text: string): number[] {
  const payload = tokenPattern.exec(text.trim())?.[1];
  if (payload === undefined) return [];
  try {
    const read = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return read.success ? [read.data.exp * 1000] : [];
  } catch {
    // No token, but a text with dots.
    return [];
  }
}
