import type { FieldError } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { Definition } from '../../engine/definition.ts';
import type { Plan } from '../../engine/plan.ts';
import { findStage } from '../../engine/stages/stage.ts';
import type { CheckedDefinition } from './check-definition.ts';
import { findSharedTarget } from './find-shared-target.ts';
import type { BrokenConnection } from './readiness.ts';
import { messages } from '../../core/messages.ts';

/** What `findWarnings` looks at. */
export interface Doubtful {
  /** UUID of the integration. */
  id: string;
  definition: Definition;
  checked: Pick<CheckedDefinition, 'compiled' | 'warnings' | 'broken'>;
}

/** What is allowed and worth a second look. */
export async function findWarnings(
  tx: Transaction,
  orgId: string,
  { id, definition, checked: { compiled, warnings, broken } }: Doubtful,
): Promise<FieldError[]> {
  // Only what holds whenever a run starts is looked at.
  const plan = compiled?.planFor({ now: 0 });
  return [
    ...broken.flatMap((connection) => nameBroken(definition, connection)),
    ...findPlanWarnings(plan, definition.target?.on_missing),
    ...(await findSharedTarget(tx, orgId, { id, target: definition.target })),
    ...warnings,
  ];
}

function nameBroken({ source, target, enrich = [] }: Definition, { id, status }: BrokenConnection): FieldError[] {
  const connectionId = toId('connection', id);
  const others = enrich.map((end, index) => [`enrich[${index}]`, end] as const);
  const ends = [...Object.entries({ source, target }), ...others].filter(
    ([, end]) => end?.connection_id === connectionId,
  );
  return ends.map(([role]) => ({
    path: `${role}.connection_id`,
    code: 'connection_not_active',
    message: messages.connectionNotActive({ status }),
  }));
}

/** What the engine will make of a lost answer and of records that meet. @see docs/architecture.md#why-no-effect-is-doubled */
function findPlanWarnings(plan: Plan | undefined, onMissing: string | undefined): FieldError[] {
  const warnings: FieldError[] = [];
  if (plan?.idempotency === 'none') {
    const effect = plan.delivery === 'at_least_once' ? 'written twice' : 'left out';
    const code = plan.delivery === 'at_least_once' ? 'may_repeat' : 'may_lose';
    const message = messages.writesNotRecognized({ effect });
    warnings.push({ path: 'target.delivery', code, message });
  }
  if (onMissing === 'deactivate' && plan?.removal?.operation === 'delete') {
    warnings.push({
      path: 'target.on_missing',
      code: 'may_stay_inactive',
      message: messages.deactivationMayStay,
    });
  }
  if (plan !== undefined && plan.operation !== 'create' && !plan.targetIdIsInjective) {
    const reason =
      findStage(plan, 'script') === undefined || findStage(plan, 'aggregate') !== undefined
        ? 'its match fields are not the fields of the source key'
        : 'its script may change them';
    const message = messages.targetsMayCollide({ reason });
    warnings.push({ path: 'target.match_on', code: 'may_collide', message });
  }
  return warnings;
}
