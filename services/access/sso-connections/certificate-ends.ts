import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { type CertificateEnd, certificateEnds } from '../../../core/enums.ts';
import { toTimestamp } from '../../../core/clock.ts';
import { timestamp } from '../../shared/schemas.ts';

const dayMs = 86_400_000;

export const certificateRecord = z
  .object({
    of: z.enum(['provider', 'hub']).meta({ description: 'Whose certificate it is.' }),
    sha256: z.string().meta({ description: 'Fingerprint, in hexadecimal with colons.' }),
    ends_at: timestamp.meta({ description: 'Until when it is valid.' }),
    ends: z.enum(certificateEnds).meta({ description: 'How near that is: warnings begin 30, 7 and 1 days before.' }),
  })
  .meta({ id: 'SsoCertificate' });

export type CertificateRecord = z.infer<typeof certificateRecord>;

/** Says when certificates end. @param pems Each checked when it was stored. */
export function describeCertificates(
  pems: readonly string[],
  of: CertificateRecord['of'],
  nowMs: number,
): CertificateRecord[] {
  return pems.map((pem) => {
    const { fingerprint256, validTo } = new X509Certificate(pem);
    const endsMs = Date.parse(validTo);
    return { of, sha256: fingerprint256, ends_at: toTimestamp(endsMs), ends: judgeEnd(endsMs, nowMs) };
  });
}

/** @param nowMs Since the epoch, as `endsMs`. */
export function judgeEnd(endsMs: number, nowMs: number): CertificateEnd {
  const days = (endsMs - nowMs) / dayMs;
  if (days <= 0) return 'ended';
  if (days <= 1) return 'in_1_day';
  if (days <= 7) return 'in_7_days';
  return days <= 30 ? 'in_30_days' : 'later';
}
