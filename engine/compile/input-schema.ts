import type { JsonObject } from '../../core/json.ts';
import type { Definition } from '../definition.ts';
import type { SearchedObject } from '../stages/enrichment.ts';
import { schemaOfGroups, withElement, withMembers } from '../../transforms/schema/reshape.ts';

/**
 * JSON Schema of what the rules of a mapping read: the source's record, completed, or a group of such.
 *
 * @returns `undefined` where it may be anything: what a script makes of a record has any form.
 */
export function schemaOfInput(
  { source: read, enrich = [], script, aggregate }: Definition,
  source: JsonObject | undefined,
  searched: readonly SearchedObject[],
): JsonObject | undefined {
  const found = enrich.map(({ as, fields }, index) => ({ name: as, schema: searched[index]?.schema, fields }));
  const record = script === undefined ? withMembers(withElement(source, read?.flatten), found) : undefined;
  return aggregate === undefined ? record : schemaOfGroups(aggregate, record);
}
