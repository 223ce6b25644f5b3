import { X509Certificate } from 'node:crypto';
import type postgres from 'postgres';
import type { Clock } from '../core/clock.ts';
import { type Finding, problem, warning } from './finding.ts';

const check = 'sign-in certificates';
const dayMs = 86_400_000;
const warnedDays = 30;

/**
 * Sees when certificates of SAML providers and of the hub itself end: a warning within 30 days, a problem within the last. Needs a
 * login that sees every row, as that of `npm start` does.
 */
export async function checkCertificates(sql: postgres.Sql, clock: Clock): Promise<Finding[]> {
  const rows = await sql<{ name: string; pems: string[] }[]>`
    select name, array(select jsonb_array_elements_text(config->'certificates'))
                 || array_remove(array[config->>'signing_certificate'], null) as pems
    from sso_connections where kind = 'saml' and disabled_at is null order by name, id`;
  return rows.flatMap(({ name, pems }) => pems.flatMap((pem) => judge(name, pem, clock.now())));
}

function judge(name: string, pem: string, nowMs: number): Finding[] {
  const endsMs = Date.parse(new X509Certificate(pem).validTo);
  const days = (endsMs - nowMs) / dayMs;
  if (days > warnedDays) return [];
  const ends = `${days <= 0 ? 'ended' : 'ends'} on ${new Date(endsMs).toISOString().slice(0, 10)}`;
  const message = `A certificate of the identity provider ${JSON.stringify(name)} ${ends}.`;
  const remedy =
    "Ask the organization's owner to exchange it: set the new certificate beside the old one, or read the metadata.";
  return [days <= 1 ? problem(check, message, remedy) : warning(check, message, remedy)];
}
