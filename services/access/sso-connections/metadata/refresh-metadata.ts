import { z } from 'zod';
import type { EgressPolicy } from '../../../../connectors/drivers/shared/session.ts';
import { toTimestamp } from '../../../../core/clock.ts';
import type { MetadataProblem } from '../../../../core/enums.ts';
import { HubError } from '../../../../core/errors.ts';
import { toId } from '../../../../core/ids.ts';
import { messages } from '../../../../core/messages.ts';
import type { Database, Transaction } from '../../../../drizzle/client.ts';
import { type AuditContext, writeAudit } from '../../../audit-events/audit.ts';
import type { ServiceContext } from '../../../shared/context.ts';
import { requireScope } from '../../../shared/scopes.ts';
import { inTenant } from '../../../shared/transaction.ts';
import { requireNoLimits } from '../../credential-limits.ts';
import { describeCertificates } from '../certificate-ends.ts';
import { type SamlSettings, samlSettings } from '../saml-settings.ts';
import { requireSsoConnection } from '../select-sso-connections.ts';
import { type SsoConnectionRecord, type SsoConnectionRow, toSsoConnectionRecord } from '../sso-connection.ts';
import { ssoScopes } from '../sso-scopes.ts';
import type { IdpMetadata } from './parse-metadata.ts';
import { fetchMetadata, metadataEveryMs, MetadataRefusal } from './read-metadata.ts';

export const ssoMetadataRefresh = z
  .strictObject({
    accept: z.boolean().default(false).meta({
      description: 'Takes what is there now, whatever was known: you compared it with what the provider says.',
    }),
  })
  .meta({ id: 'SsoMetadataRefresh' });

/** After what was not taken. */
const againMs = 3_600_000;

/** Who refreshes: a person, or a worker. */
export type RefreshContext = AuditContext & { database: Database; egress: EgressPolicy; publicUrl: string };

/**
 * Reads the metadata of a connection now.
 *
 * @param input.accept Takes another entity id, and certificates that are not known: for owners who compared them.
 * @throws {HubError} `not_found`; `invalid_state` without an address. What is wrong with the metadata is in the answer.
 */
export async function refreshSsoMetadata({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; accept: boolean };
}): Promise<SsoConnectionRecord> {
  requireScope(ctx, ssoScopes.write);
  requireNoLimits(ctx);
  await refreshMetadata(ctx, input);
  const row = await inTenant(ctx, (tx) => requireSsoConnection(tx, ctx.orgId, input.id));
  return toSsoConnectionRecord(row, ctx);
}

/**
 * Reads what a provider says of itself, and takes it where it goes on from what is known: the same provider, with no certificate
 * that is not known, and one that is valid. Anything else could be somebody who took over the address, and a certificate of theirs
 * would sign everybody in: it is written down and left to a person.
 *
 * @throws {HubError} `not_found`; `invalid_state` without an address.
 */
export async function refreshMetadata(
  ctx: RefreshContext,
  { id, accept }: { id: string; accept: boolean },
): Promise<void> {
  const { database, orgId } = ctx;
  const current = await inTenant({ database, orgId }, (tx) => requireSsoConnection(tx, orgId, id));
  const url = readUrl(current);
  if (url === undefined) throw new HubError('invalid_state', messages.metadataNone);
  const read = await fetchMetadata(ctx, url).catch((error: unknown) => {
    if (error instanceof MetadataRefusal) return error.problem;
    throw error;
  });
  await inTenant({ database, orgId }, async (tx) => {
    const row = await requireSsoConnection(tx, orgId, id, 'lock');
    if (readUrl(row) !== url) return;
    const settings = samlSettings.parse(row.config);
    const problem = typeof read === 'string' ? read : accept ? undefined : compare(settings, read, ctx.clock.now());
    await store(tx, ctx, row, problem ?? { ...settings, ...(typeof read === 'string' ? {} : read) });
  });
}

function readUrl({ kind, config }: SsoConnectionRow): string | undefined {
  return kind === 'saml' ? samlSettings.parse(config).metadata_url : undefined;
}

/** @returns why what was read does not go on from what is known. */
function compare(known: SamlSettings, read: IdpMetadata, nowMs: number): MetadataProblem | undefined {
  if (read.entity_id !== known.entity_id) return 'entity_id_changed';
  const trusted = new Set(describeCertificates(known.certificates, 'provider', nowMs).map(({ sha256 }) => sha256));
  const found = describeCertificates(read.certificates, 'provider', nowMs);
  const kept = found.filter(({ sha256 }) => trusted.has(sha256));
  if (kept.every(({ ends }) => ends === 'ended')) return 'certificates_replaced';
  return kept.length < found.length ? 'certificate_added' : undefined;
}

async function store(
  tx: Transaction,
  ctx: RefreshContext,
  row: SsoConnectionRow,
  result: MetadataProblem | SamlSettings,
): Promise<void> {
  const problem = typeof result === 'string' ? result : null;
  const config = typeof result === 'string' ? row.config : result;
  const nowMs = ctx.clock.now();
  const dueAt = toTimestamp(nowMs + (problem === null ? metadataEveryMs : againMs));
  const stored = {
    ...row,
    config,
    metadata_read_at: problem === null ? toTimestamp(nowMs) : row.metadata_read_at,
    metadata_problem: problem,
  };
  const [before, after] = [toSsoConnectionRecord(row, ctx), toSsoConnectionRecord(stored, ctx)];
  const changed = JSON.stringify(before.saml) !== JSON.stringify(after.saml);
  const noted = changed || problem !== row.metadata_problem;
  await Promise.all([
    tx.sql`
      update sso_connections
      set config = ${JSON.stringify(config)}, metadata_read_at = ${stored.metadata_read_at}, metadata_problem = ${problem},
          metadata_due_at = ${dueAt}, row_version = row_version + ${noted ? 1 : 0},
          updated_at = ${noted ? toTimestamp(nowMs) : row.updated_at}
      where org_id = ${ctx.orgId} and id = ${row.id}`,
    ...(noted
      ? [
          writeAudit(tx, ctx, {
            action: problem === null ? 'sso_connection.metadata_refreshed' : 'sso_connection.metadata_refused',
            resourceId: toId('ssoConnection', row.id),
            ...(changed ? { before, after } : {}),
            ...(problem === null ? {} : { changes: { problem } }),
          }),
        ]
      : []),
  ]);
}
