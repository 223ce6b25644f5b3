import { toId, toUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { Definition } from '../../flow/definition.ts';
import { rewriteSteps } from '../../flow/rewrite-steps.ts';
import { readStored } from '../../transforms/compile-rule.ts';
import type { MappingRule } from '../../transforms/rules.ts';

/**
 * Puts ids in the place of the names of lookup tables, so that renaming a table changes no integration.
 *
 * A name that no table or more than one has stays, and is refused by `findLookupTables`.
 */
export async function nameTablesById<Named extends Pick<Definition, 'mapping' | 'steps' | 'on_error' | 'finally'>>(
  tx: Transaction,
  orgId: string,
  definition: Named,
): Promise<Named> {
  const { mapping, steps, on_error: policy, finally: last } = definition;
  const names: string[] = [];
  const collect = (rules: MappingRule[]): MappingRule[] => {
    names.push(...rules.flatMap((rule) => readName(rule) ?? []));
    return rules;
  };
  collect(mapping ?? []);
  for (const list of [steps, policy?.then, last]) rewriteSteps(list ?? [], { rules: collect });
  if (names.length === 0) return definition;
  const ids = await findTablesNamed(tx, orgId, names);
  const nameAll = (rules: MappingRule[]): MappingRule[] =>
    rules.map((rule) => {
      const [id, ...others] = ids.get(readName(rule) ?? '') ?? [];
      return id === undefined || others.length > 0 ? rule : { ...rule, lookup: { table: id } };
    });
  return {
    ...definition,
    ...(mapping && { mapping: nameAll(mapping) }),
    ...(steps && { steps: rewriteSteps(steps, { rules: nameAll }) }),
    // oxlint-disable-next-line unicorn/no-thenable -- A list: nothing calls it.
    ...(policy?.then && { on_error: { ...policy, then: rewriteSteps(policy.then, { rules: nameAll }) } }),
    ...(last && { finally: rewriteSteps(last, { rules: nameAll }) }),
  };
}

/** Finds the ids of the tables of an organization that have one of some names, in the order of their creation. */
export async function findTablesNamed(
  { sql }: Transaction,
  orgId: string,
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await sql<{ id: string; name: string }[]>`
    select id, name from lookup_tables where org_id = ${orgId} and name = any(${[...new Set(names)]}::text[])
    order by id`;
  const found = new Map<string, string[]>();
  for (const { id, name } of rows) found.set(name, [...(found.get(name) ?? []), toId('lookupTable', id)]);
  return found;
}

function readName({ lookup }: MappingRule): string | undefined {
  const table = lookup && readStored(lookup);
  return table === undefined || toUuid('lookupTable', table) !== undefined ? undefined : table;
}
