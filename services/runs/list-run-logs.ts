import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { type Page, toOffset } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { cursor, pageQuery } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { composeLog, type LifeRow, logLevels, type RunLogRecord, type RunLogRow, toLogRecord } from './run-log.ts';
import { requireWithinReach } from './within-reach.ts';

export const listRunLogsInput = z.strictObject({
  ...pageQuery(),
  level: z.enum(logLevels).optional(),
  after: cursor('runLog', 'an entry').meta({
    description: 'Id of an entry: those that follow it. Asking again and again, one follows a run.',
  }),
});

/**
 * Lists what is worth knowing of a run, oldest first.
 *
 * A run has a bounded number of rows (see `runs/write-run-log.ts`), so all of them are read and a page is cut out.
 *
 * @throws {HubError} `not_found`
 */
export async function listRunLogs({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listRunLogsInput> & { id: string };
}): Promise<Page<RunLogRecord>> {
  requireScope(ctx, 'runs:read');
  const id = toLookup('run', input.id);
  const [[life], rows] = await inTenant(ctx, (tx) =>
    Promise.all([
      tx.sql<LifeRow[]>`
        select id, status, error, failed, withheld, unresolved_references, empty_fields, queued_at, started_at, cancel_requested_at, finished_at
        from runs where org_id = ${ctx.orgId} and id = ${id}`,
      tx.sql<RunLogRow[]>`
        select id, created_at, level, code, message, details
        from run_logs where org_id = ${ctx.orgId} and run_id = ${id} order by id`,
      requireWithinReach(tx, ctx, id),
    ]),
  );
  if (life === undefined) throw notFound();
  const log = composeLog(life, rows.map(toLogRecord));
  const following = input.after === undefined ? log : cutAfter(log, input.after);
  const entries = following.filter(({ level }) => input.level === undefined || level === input.level);
  const { limit, offset } = toOffset(input);
  return {
    items: entries.slice(offset, offset + limit),
    meta: { page: input.page, per_page: input.per_page, total: entries.length },
  };
}

/** @returns nothing for an id that is no entry's: what follows it is not known. */
function cutAfter(log: readonly RunLogRecord[], id: string): readonly RunLogRecord[] {
  const at = log.findIndex((entry) => entry.id === id);
  return at === -1 ? [] : log.slice(at + 1);
}
