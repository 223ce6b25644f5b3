import { HubError, invalidRequest, notFound } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { canonicalJson } from '../../../core/json.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { Definition } from '../../../flow/definition.ts';
import { requirePerson } from '../../access/profile/require-person.ts';
import { readDefinition } from '../../integrations/read-definition.ts';
import { inspectDefinition } from '../../integrations/validation/check-definition.ts';
import { requireReady, requireUsable } from '../../integrations/validation/readiness.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { fromJsonb } from '../../shared/rows.ts';
import type { PastRun } from '../read-past-run.ts';
import type { RehearsalRecord, RehearseRunInput } from './rehearsal.ts';

type Choice = Pick<RehearseRunInput, 'definition' | 'revision' | 'draft'>;
type Sent = ReturnType<typeof readDefinition>;

/** What is rehearsed, checked, as it would be stored. */
export type ChosenDefinition = Pick<RehearsalRecord, 'rehearsed' | 'revision'> & { definition: Definition };

/**
 * Finds the definition that a run is rehearsed with, and checks it as a preview does.
 *
 * @throws {HubError} `invalid_request` where several are chosen, or what is not saved is wrong; `integration_not_ready` where a
 *   revision cannot be compiled any more; `not_found` for a draft or a revision that is not there; `forbidden` for a program that
 *   asks for a draft; `invalid_state` where the inputs of the run are not what the definition takes.
 */
export async function chooseDefinition(
  tx: Transaction,
  ctx: ServiceContext,
  run: PastRun,
  choice: Choice,
): Promise<ChosenDefinition> {
  const chosen = [choice.definition, choice.revision, choice.draft].filter((member) => member !== undefined);
  if (chosen.length > 1) {
    const message = messages.rehearsalDefinitions;
    throw invalidRequest(messages.bodyInvalid, [{ path: '', code: 'choose_one', message }]);
  }
  if (choice.definition !== undefined) {
    const definition = await check(tx, ctx, run, readDefinition(choice.definition), 'definition.');
    return { rehearsed: 'definition', definition };
  }
  if (choice.draft === true) {
    const draft = await readDraft(tx, ctx, run.integration_id);
    return { rehearsed: 'draft', definition: await check(tx, ctx, run, readDefinition(draft), 'definition.') };
  }
  const { revision, definition } = await readRevision(tx, ctx.orgId, run.integration_id, choice.revision);
  return {
    rehearsed: 'revision',
    revision,
    definition: await check(tx, ctx, run, { definition, problems: [] }, undefined),
  };
}

/** @param prefix Where it was sent; absent for one that is stored. */
async function check(
  tx: Transaction,
  ctx: ServiceContext,
  run: PastRun,
  { definition: sent, problems }: Sent,
  prefix: string | undefined,
): Promise<Definition> {
  const checked = await inspectDefinition(tx, ctx, sent);
  const errors = [...problems, ...checked.problems];
  if (prefix !== undefined && errors.length > 0) {
    const inBody = errors.map((error) => ({ ...error, path: `${prefix}${error.path}` }));
    throw invalidRequest(messages.definitionInvalid, inBody);
  }
  requireUsable(errors);
  const { definition } = checked;
  requireReady({ definition, broken: [] });
  requireSameInput(definition, run.definition);
  return definition;
}

/** @throws {HubError} `invalid_state` */
function requireSameInput(definition: Definition, past: Definition): void {
  const refuse = (message: string): never => {
    throw new HubError('invalid_state', message);
  };
  if (past.steps !== undefined && definition.steps === undefined) refuse(messages.rehearsalOfSteps);
  if (past.steps === undefined && definition.steps !== undefined) refuse(messages.rehearsalOfMapping);
  if (identify(definition) !== identify(past)) refuse(messages.rehearsalSourceChanged);
  // A group is of all the records of its run.
  const isGrouped = definition.aggregate !== undefined || past.aggregate !== undefined;
  if (past.steps === undefined && isGrouped) refuse(messages.runGrouped);
}

function identify({ source }: Definition): string {
  return source === undefined ? '' : canonicalJson([source.connection_id, source.object]);
}

/** @throws {HubError} `not_found` */
async function readRevision(
  { sql }: Transaction,
  orgId: string,
  integrationId: string,
  revision: number | undefined,
): Promise<{ revision: number; definition: Definition }> {
  const [found] = await sql<{ revision: number; definition: Definition }[]>`
    select revisions.revision, revisions.definition
    from integrations
    join integration_revisions as revisions
      on revisions.org_id = integrations.org_id and revisions.integration_id = integrations.id
    where integrations.org_id = ${orgId} and integrations.id = ${integrationId} and integrations.deleted_at is null
      and revisions.revision = ${revision === undefined ? sql`integrations.revision` : sql`${revision}`}`;
  if (found !== undefined) return found;
  if (revision === undefined) throw notFound();
  const message = messages.rehearsalRevisionUnknown;
  throw invalidRequest(messages.bodyInvalid, [{ path: 'revision', code: 'unknown_revision', message }]);
}

/** @throws {HubError} `forbidden` for a program; `invalid_state` where the person has none. */
async function readDraft({ sql }: Transaction, ctx: ServiceContext, integrationId: string): Promise<JsonObject> {
  const { userId } = requirePerson(ctx);
  const [draft] = await sql<{ definition: JsonObject }[]>`
    select definition from integration_drafts
    where org_id = ${ctx.orgId} and user_id = ${userId} and integration_id = ${integrationId}`;
  if (draft !== undefined) return fromJsonb(draft.definition);
  throw new HubError('invalid_state', messages.rehearsalDraftMissing);
}
