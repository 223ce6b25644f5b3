import { HubError } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import { askUpstream } from '../../connections/ask-upstream.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { fromJsonb } from '../../shared/rows.ts';
import { hasScope, requireScope } from '../../shared/scopes.ts';
import { toLookup } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { readPastRun } from '../read-past-run.ts';
import { requireWithinReach } from '../within-reach.ts';
import { chooseDefinition } from './choose-definition.ts';
import { chooseSubjects } from './choose-subjects.ts';
import { type RehearsalRecord, type RehearseRunInput, toRehearsedRecord } from './rehearsal.ts';

/**
 * Plays a revision, a draft or a definition against what an earlier run was given. Nothing is written, and nothing is stored.
 *
 * A worker does it, since only workers can open what is kept of items and records. Values of items are shown as `GET /items/{id}`
 * shows them, those of records as explanations do: to who may browse connections, and otherwise as their shapes.
 *
 * @throws {HubError} `not_found`; as `chooseDefinition`, `chooseSubjects` and `askUpstream`.
 */
export async function rehearseRun({
  ctx,
  input: { id, ...choice },
}: {
  ctx: ServiceContext;
  input: RehearseRunInput & { id: string };
}): Promise<RehearsalRecord> {
  requireScope(ctx, 'integrations:write');
  requireScope(ctx, 'runs:read');
  requireScope(ctx, 'records:read');
  const { orgId } = ctx;
  const { run, chosen, subjects, next } = await inTenant(ctx, async (tx) => {
    await requireWithinReach(tx, ctx, toLookup('run', id));
    const past = await readPastRun(tx, orgId, id);
    const found = await chooseSubjects(tx, orgId, past, choice);
    return { run: past, chosen: await chooseDefinition(tx, ctx, past, choice), ...found };
  });
  const { definition, ...about } = chosen;
  const isFlow = run.definition.steps !== undefined;
  const answer =
    subjects.length === 0
      ? { rehearsed: [] }
      : await askUpstream(ctx, {
          kind: 'rehearse',
          about: 'nothing',
          input: {
            integration_id: run.integration_id,
            run_id: run.id,
            kind: isFlow ? 'items' : 'records',
            ids: subjects.map((subject) => subject.id),
            definition: fromJsonb({ ...definition }),
            now: ctx.clock.now(),
            values: isFlow || hasScope(ctx.scopes, 'connections:read') ? 'shown' : 'shapes',
          },
        });
  if (answer.unusable !== undefined) throw new HubError('invalid_state', answer.unusable);
  const byId = new Map(answer.rehearsed.map((one) => [one.id, one]));
  return {
    run_id: toId('run', run.id),
    integration_id: toId('integration', run.integration_id),
    run_revision: run.revision,
    ...about,
    // What was deleted meanwhile is left out.
    items: subjects.flatMap((subject) => {
      const one = byId.get(subject.id);
      return one === undefined ? [] : [toRehearsedRecord(subject, one)];
    }),
    ...(next === undefined ? {} : { next }),
  };
}
