import { z } from 'zod';
import { toId } from '../../core/ids.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { readTenant } from '../shared/transaction.ts';
import { type AuditEventRow, sha256, toAuditContent, toAuditEventRecord } from './audit-event.ts';
import { isAuthentic } from './authenticate-event.ts';
import { chainStart } from './chain.ts';
import { type ChainCheck, chainProblemCodes, createChainCheck } from './chain-check.ts';
import { type ChainRow, checkpointRecord, findFalseSignature, toCheckpoint, toCheckpointRecord } from './checkpoint.ts';
import { selectAuditEvents, selectChain } from './select-audit-events.ts';
import { messages } from '../../core/messages.ts';

/** Events read at once. */
const pageSize = 1000;

/** Events that one call follows, which takes it some seconds; the next call goes on. */
const eventsMax = 50_000;

/** Events that wait for their seal are looked at up to this many; the rest is looked at when it is sealed. */
const unsealedMax = 1000;

const place = z.object({ sequence: z.int().min(0), hash: sha256 });

export const verifyAuditEventsInput = z
  .strictObject({
    after: z.strictObject(place.shape).optional().meta({
      description:
        'A place that is trusted: `verified_to` of a call before, or a checkpoint that was kept. The event there must be what it was, and what follows it is verified. Default: the beginning.',
    }),
    limit: z
      .int()
      .min(1)
      .max(eventsMax)
      .default(eventsMax)
      .meta({ description: 'How many events are verified by this call.' }),
  })
  .meta({ id: 'AuditVerificationInput' });

export const auditVerification = z
  .object({
    ok: z.boolean().meta({ description: 'True if no problem was found.' }),
    complete: z.boolean().meta({ description: 'The end of the chain was reached; else go on after `verified_to`.' }),
    checked: z.int().min(0).meta({ description: 'Events that were verified.' }),
    verified_to: place,
    unsealed: z.int().min(0).meta({ description: 'Events that have no place in the chain yet.' }),
    unauthenticated: z.int().min(0).meta({
      description:
        'Events at the beginning of the log that were written before events were authenticated, or under another pepper.',
    }),
    checkpoint: checkpointRecord.optional().meta({ description: 'Keep it elsewhere, and verify after it later.' }),
    problems: z.array(
      z.object({
        code: z.enum(chainProblemCodes),
        message: z.string(),
        sequence: z.int().optional(),
        count: z.int().optional(),
        id: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'AuditVerification' });

/** Events that no process of the hub wrote: those that do not show it, once the log has one that does. */
class Authenticity {
  readonly #ctx: ServiceContext;
  readonly #check: ChainCheck;
  #begun: boolean;
  /** Events before the first authenticated one. */
  unauthenticated = 0;

  constructor(ctx: ServiceContext, check: ChainCheck, begun: boolean) {
    this.#ctx = ctx;
    this.#check = check;
    this.#begun = begun;
  }

  look(row: AuditEventRow): void {
    if (wasWritten(this.#ctx, row)) this.#begun = true;
    else if (!this.#begun) this.unauthenticated += 1;
    else
      this.#check.note({
        code: 'event_forged',
        id: toId('audit', row.id),
        ...(row.sequence === null ? {} : { sequence: row.sequence }),
        message: messages.auditEventForged,
      });
  }
}

function wasWritten(ctx: ServiceContext, row: AuditEventRow): boolean {
  return isAuthentic(ctx, toId('organization', ctx.orgId), toAuditContent(row), row.mac);
}

interface End {
  chain: ChainRow | undefined;
  last: number;
  unsealed: number;
}

/**
 * Verifies the audit log of the organization: every event is what the hub wrote and sealed, none is missing, none came
 * in between, and the end of the chain bears the hub's signature. Reads it page by page.
 *
 * Somebody who can change the database, cannot sign, and has no older copy of it, is found out. Who has one can go back to
 * it as a whole: that is seen by verifying after a checkpoint that was kept elsewhere.
 */
export async function verifyAuditEvents({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof verifyAuditEventsInput>;
}): Promise<z.infer<typeof auditVerification>> {
  requireScope(ctx, 'audit:read');
  const organizationId = toId('organization', ctx.orgId);
  const { after = chainStart(organizationId), limit } = input;
  const check = createChainCheck(organizationId, after);
  const { chain, last, unsealed } = await readEnd(ctx);
  const checkpoint = chain && toCheckpointRecord(organizationId, toCheckpoint(chain));
  const problem = checkpoint && findFalseSignature(ctx.publicKeys, checkpoint);
  if (problem !== undefined) check.note(problem);
  const first = await readStart(ctx, check, after.sequence);
  const authenticity = new Authenticity(ctx, check, first !== undefined && wasWritten(ctx, first));
  const end = checkpoint?.sequence ?? last;
  const complete = await followChain(ctx, check, authenticity, { end, limit });
  if (complete) {
    noteEnd(check, { checkpoint, last });
    // The organization itself was made with an event.
    if (end === 0 && unsealed === 0)
      check.note({ code: 'event_missing', sequence: 1, message: messages.auditLogEmpty });
    for (const row of await readUnsealed(ctx)) authenticity.look(row);
  }
  return {
    ok: check.problems.length === 0,
    complete,
    checked: check.checked,
    verified_to: check.place,
    unsealed,
    unauthenticated: authenticity.unauthenticated,
    ...(checkpoint === undefined ? {} : { checkpoint }),
    problems: [...check.problems],
  };
}

/** What the log says of its end, all of one moment. */
async function readEnd(ctx: ServiceContext): Promise<End> {
  const [row] = await readTenant(ctx, (tx) =>
    tx.sql<(Omit<End, 'chain'> & { [Name in keyof ChainRow]: ChainRow[Name] | null })[]>`
      select chain.sequence, chain.hash, chain.key_id, chain.signature, chain.sealed_at,
        coalesce((select max(sequence) from audit_events where org_id = ${ctx.orgId}), 0) as last,
        (select count(*) from audit_events where org_id = ${ctx.orgId} and sequence is null) as unsealed
      from (values (1)) as one left join (${selectChain(tx, ctx.orgId)}) as chain on true`.execute(),
  );
  const { last = 0, unsealed = 0, ...chain } = row ?? {};
  return { chain: isChain(chain) ? chain : undefined, last, unsealed };
}

/** The columns of a chain are all there or none is. */
function isChain(row: { [Name in keyof ChainRow]?: ChainRow[Name] | null }): row is ChainRow {
  return typeof row.sequence === 'number';
}

/** The event at the place to begin after, which must still have its hash. */
async function readStart(ctx: ServiceContext, check: ChainCheck, sequence: number): Promise<AuditEventRow | undefined> {
  if (sequence === 0) {
    if (check.place.hash !== chainStart(toId('organization', ctx.orgId)).hash) noteStart(check);
    return undefined;
  }
  const [row] = await readTenant(ctx, (tx) =>
    selectAuditEvents(tx, tx.sql`where org_id = ${ctx.orgId} and sequence = ${sequence}`).execute(),
  );
  if (row?.hash?.toString('hex') !== check.place.hash) noteStart(check);
  return row;
}

function noteStart(check: ChainCheck): void {
  const { sequence } = check.place;
  check.note({
    code: 'place_differs',
    sequence,
    message: messages.auditCheckpointDiffers,
  });
}

/** @returns whether the end was reached. */
async function followChain(
  ctx: ServiceContext,
  check: ChainCheck,
  authenticity: Authenticity,
  { end, limit }: { end: number; limit: number },
): Promise<boolean> {
  while (check.place.sequence < end) {
    const size = Math.min(pageSize, limit - check.checked);
    if (size === 0) return false;
    const rows = await readTenant(ctx, (tx) =>
      selectAuditEvents(
        tx,
        tx.sql`
          where org_id = ${ctx.orgId} and sequence > ${check.place.sequence} and sequence <= ${end}
          order by sequence limit ${size}`,
      ).execute(),
    );
    if (rows.length === 0) return true;
    for (const row of rows) {
      check.follow(toAuditEventRecord(row));
      authenticity.look(row);
    }
  }
  return true;
}

function noteEnd(
  check: ChainCheck,
  { checkpoint, last }: { checkpoint: z.infer<typeof checkpointRecord> | undefined; last: number },
): void {
  if (checkpoint !== undefined) {
    check.end(checkpoint);
    const count = last - checkpoint.sequence;
    const sequence = checkpoint.sequence + 1;
    if (count > 0) check.note({ code: 'event_unexpected', sequence, count, message: messages.auditEventsAfterEnd });
  } else if (check.place.sequence > 0) {
    check.note({ code: 'head_missing', message: messages.auditHeadMissing });
  }
}

function readUnsealed(ctx: ServiceContext): Promise<AuditEventRow[]> {
  return readTenant(ctx, (tx) =>
    selectAuditEvents(
      tx,
      tx.sql`where org_id = ${ctx.orgId} and sequence is null order by id limit ${unsealedMax}`,
    ).execute(),
  );
}
