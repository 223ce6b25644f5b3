import { messages } from '../../../core/messages.ts';
import type { FieldError } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { Definition } from '../../../flow/definition.ts';
import { isPlainWrite } from '../../../core/records.ts';
import type { Plan } from '../../../engine/plan.ts';
import { findStage } from '../../../engine/stages/stage.ts';
import { listSearchedEnds, listWrittenEnds } from '../../../flow/list-ends.ts';
import { listAllSteps } from '../../../flow/list-steps.ts';
import type { UsableFlow } from '../../../flow/compile.ts';
import type { CheckedDefinition } from './check-definition.ts';
import { findIdleApprovers } from './find-idle-approvers.ts';
import { findSharedTargets, type Written } from './find-shared-target.ts';
import type { BrokenConnection } from './readiness.ts';

/** What `findWarnings` looks at. */
export interface Doubtful {
  /** UUID of the integration. */
  id: string;
  definition: Definition;
  checked: Pick<CheckedDefinition, 'compiled' | 'flow' | 'warnings' | 'broken'>;
}

/** What is allowed and worth a second look. */
export async function findWarnings(
  tx: Transaction,
  orgId: string,
  { id, definition, checked: { compiled, flow, warnings, broken } }: Doubtful,
): Promise<FieldError[]> {
  // Only what holds whenever a run starts is looked at.
  const plan = compiled?.planFor({ now: 0 });
  return [
    ...broken.flatMap((connection) => nameBroken(definition, connection)),
    ...findPlanWarnings(plan, 'target', definition.target?.on_missing),
    ...findFlowWarnings(definition, flow),
    ...(await findIdleApprovers(tx, orgId, definition)),
    ...(await findSharedTargets(tx, orgId, { id, written: listWritten(definition) })),
    ...warnings,
  ];
}

/** What the definition writes to, with where it says so. */
function listWritten(definition: Definition): Written[] {
  const { target } = definition;
  const actions = listWrittenEnds(definition).flatMap(({ action, at }): Written[] => {
    const { operation } = action;
    return isPlainWrite(operation) ? [{ ...action, operation, at }] : [];
  });
  return target === undefined ? actions : [{ ...target, at: 'target' }, ...actions];
}

/** The same as of the short shape, of each action. */
function findFlowWarnings(definition: Definition, flow: UsableFlow | undefined): FieldError[] {
  const compiled = flow?.flowFor({ now: 0 }).steps;
  const read = new Set(Array.from(JSON.stringify(definition).matchAll(readIds), ([, step]) => step));
  return [...listAllSteps(definition)].flatMap(({ step: { id }, at }) => {
    const step = compiled?.get(id);
    if (step?.kind !== 'action') return [];
    const warnings = findPlanWarnings(step.plan, `${at}.action`);
    const { givesNoId } = step;
    if (givesNoId === undefined || !read.has(id)) return warnings;
    const { unless } = givesNoId;
    const path = unless === undefined ? `${at}.action` : `${at}.action.${unless}`;
    return [...warnings, { path, code: 'id_unknown', message: messages.idUnknown({ step: id, unless }) }];
  });
}

/** Where formulas read the id of what a step wrote. */
const readIds = /\b(?:steps|known)\.(\w+)\.id\b/gu;

function nameBroken(definition: Definition, { id, status }: BrokenConnection): FieldError[] {
  const { source, target, enrich = [] } = definition;
  const connectionId = toId('connection', id);
  const others = enrich.map((end, index) => [`enrich[${index}]`, end] as const);
  const actions = listWrittenEnds(definition).map(({ action, at }) => [at, action] as const);
  const searched = listSearchedEnds(definition).map(({ search, at }) => [at, search] as const);
  const ends = [...Object.entries({ source, target }), ...others, ...actions, ...searched].filter(
    ([, end]) => end?.connection_id === connectionId,
  );
  return ends.map(([role]) => ({
    path: `${role}.connection_id`,
    code: 'connection_not_active',
    message: messages.connectionNotActive({ status }),
  }));
}

/** What the engine will make of a lost answer and of records that meet. @see docs/architecture.md#why-no-effect-is-doubled */
function findPlanWarnings(plan: Plan | undefined, at: string, onMissing?: string): FieldError[] {
  const warnings: FieldError[] = [];
  if (plan?.idempotency === 'none') {
    const effect = plan.delivery === 'at_least_once' ? 'written twice' : 'left out';
    const code = plan.delivery === 'at_least_once' ? 'may_repeat' : 'may_lose';
    const message = messages.writesNotRecognized({ effect });
    warnings.push({ path: `${at}.delivery`, code, message });
  }
  const { removal } = plan ?? {};
  const isSwitchedOn = Object.keys(removal?.reactivation.members ?? {}).length > 0;
  if (onMissing === 'deactivate' && removal?.operation === 'delete' && !isSwitchedOn) {
    const message = messages.deactivationMayStay;
    warnings.push({ path: `${at}.on_missing`, code: 'may_stay_inactive', message });
  }
  if (plan !== undefined && plan.operation !== 'create' && !plan.targetIdIsInjective) {
    const reason =
      findStage(plan, 'script') === undefined || findStage(plan, 'aggregate') !== undefined
        ? 'its match fields are not the fields of the source key'
        : 'its script may change them';
    const message = messages.targetsMayCollide({ reason });
    warnings.push({ path: `${at}.match_on`, code: 'may_collide', message });
  }
  return warnings;
}
