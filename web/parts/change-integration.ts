import type { Integration, IntegrationChange } from '../../client/operations.data.ts';
import { hub } from '../hub.ts';
import { isObject, isSame, type JsonObject, toJson } from '../model/json.ts';

/** The revision that runs use, where that is another one than the newest, which is shown. */
export function findOlderInUse({ revision, active_revision: used }: Integration): number | undefined {
  return used === revision ? undefined : used;
}

/**
 * The members that lead from what is saved to what is wanted; null takes one away.
 *
 * Where runs use an older revision, also those in which that one differs: the hub brings nothing back that nobody named.
 */
export async function listChanges(
  integration: Integration,
  saved: JsonObject,
  wanted: JsonObject,
): Promise<IntegrationChange> {
  const used = findOlderInUse(integration);
  if (used === undefined) return compare(saved, wanted);
  const params = { id: integration.id, revision: String(used) };
  const running = toJson((await hub.call('getIntegrationRevision', { params })).definition);
  return { ...compare(isObject(running) ? running : {}, wanted), ...compare(saved, wanted) };
}

function compare(before: JsonObject, wanted: JsonObject): IntegrationChange {
  const names = [...new Set([...Object.keys(before), ...Object.keys(wanted)])];
  const changed = names.filter((name) => !isSame(before[name], wanted[name]));
  const change = Object.fromEntries(changed.map((name) => [name, wanted[name] ?? null]));
  return isChange(change) ? change : {};
}

/** The hub checks it: the types of the client cannot say more of what a form made from its schema, or of an older revision. */
function isChange(_change: JsonObject): _change is JsonObject & IntegrationChange {
  return true;
}
