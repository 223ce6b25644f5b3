import { describePayload } from '../../../engine/payload-source.ts';
import { type FieldType, joinFields } from '../../../transforms/schema/field-type.ts';
import { toUuid } from '../../../core/ids.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { compileFlow } from '../../../flow/compile.ts';
import type { CalledIntegration } from '../../../flow/compile/flow-parts.ts';
import { type Definition, definitionSchema } from '../../../flow/definition.ts';
import { type LinkingParts, listCalled } from '../../triggers/links/list-links.ts';

/** An integration that a step calls, and the schema of what it takes, where it declares one. */
export interface FoundCallee extends CalledIntegration {
  schema: JsonObject | undefined;
}

/** Finds what the integrations take and give that steps call, by the ids of the steps: of those that are there. */
export async function findCalled(
  { sql }: Transaction,
  orgId: string,
  definition: LinkingParts,
): Promise<ReadonlyMap<string, FoundCallee>> {
  const called = listCalled(definition).flatMap(({ name, other }) => {
    const id = toUuid('integration', other);
    return id === undefined ? [] : [{ step: name, id }];
  });
  if (called.length === 0) return new Map();
  // As a run would find it that begins now.
  const rows = await sql<{ id: string; definition: unknown }[]>`
    select i.id, r.definition from integrations as i
    join integration_revisions as r on r.org_id = i.org_id and r.integration_id = i.id
      and r.revision = coalesce(i.active_revision, i.revision)
    where i.org_id = ${orgId} and i.id = any(${called.map(({ id }) => id)}::uuid[]) and i.deleted_at is null`;
  const found = new Map(rows.map((row) => [row.id, toCallee(definitionSchema.safeParse(row.definition).data)]));
  return new Map(
    called.flatMap(({ step, id }) => {
      const callee = found.get(id);
      return callee === undefined ? [] : [[step, callee] as const];
    }),
  );
}

/** @param definition Absent for one that cannot be read any more: nothing is said of it. */
function toCallee(definition: Definition | undefined): FoundCallee | undefined {
  if (definition === undefined) return undefined;
  const { source } = definition;
  return {
    key: source?.payload === undefined ? undefined : (source.key ?? []),
    response: findResponse(definition),
    schema: source?.payload?.schema,
    payload: source?.payload?.schema,
  };
}

/** What its steps respond, as far as the payload tells: of the systems that it writes to, nothing is asked here. */
function findResponse(definition: Definition): FieldType | undefined {
  const source = describePayload(definition.source?.payload ?? {});
  const { responses } = compileFlow({ definition, source, targets: new Map(), namespace: '' });
  const [first, ...others] = responses;
  return first && others.reduce(joinFields, first);
}
