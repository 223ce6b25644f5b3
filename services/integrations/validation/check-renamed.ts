import type { FieldError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { Definition } from '../../../flow/definition.ts';
import { findRenamed } from '../../../flow/renamed-steps.ts';
import { listAllSteps } from '../../../flow/list-steps.ts';

/** Refuses a `was` that names no step of the revision before, and an id under which the state of a removed step is known. */
export async function checkRenamed(
  { sql }: Transaction,
  orgId: string,
  integrationId: string | undefined,
  definition: Definition,
): Promise<FieldError[]> {
  const steps = [...listAllSteps(definition)];
  if (integrationId === undefined || !steps.some(({ step }) => step.was !== undefined)) return [];
  const [before] = await sql<{ definition: Definition }[]>`
    select definition from integration_revisions where org_id = ${orgId} and integration_id = ${integrationId}
    order by revision desc limit 1`;
  const { renamed, problems } = findRenamed(before?.definition ?? {}, definition);
  const taken = await sql<{ step: string }[]>`
    select distinct step from streams where org_id = ${orgId} and integration_id = ${integrationId}
      and step = any(${renamed.map(({ to }) => to)}::text[])`;
  const isTaken = (id: string): boolean => taken.some(({ step }) => step === id);
  return [
    ...problems,
    ...steps
      .filter(({ step }) => isTaken(step.id))
      .map(({ at }) => ({ path: `${at}.id`, code: 'id_taken', message: messages.stepIdTaken })),
  ];
}

/** Whether a revision behind the one with a number renamed steps. */
export async function hasRenamedSince(
  { sql }: Transaction,
  orgId: string,
  integrationId: string,
  number: number,
): Promise<boolean> {
  const later = await sql<{ definition: Definition }[]>`
    select definition from integration_revisions
    where org_id = ${orgId} and integration_id = ${integrationId} and revision >= ${number} order by revision`;
  return later.some(
    ({ definition }, index) => findRenamed(later[index - 1]?.definition ?? definition, definition).renamed.length > 0,
  );
}
