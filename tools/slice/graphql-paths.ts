import { isJsonObject, type Json } from '../../core/json.ts';
import { parseValuePath } from '../../core/paths.ts';
import type { OperationUse } from '../contract/operation-uses.ts';

/** Paths within the variables of a document that a request may fill, as names: those of lists' elements are the lists'. */
export function listUsedPaths({ request, call }: OperationUse): string[][] {
  const { paginate, incremental } = call.kind === 'read' && call.read.kind === 'pages' ? call.read : {};
  const parameters = [paginate, incremental].flatMap((given) => Object.values<unknown>(given ?? {}));
  const texts = [...Object.keys(request.bodyFields ?? {}), ...parameters].filter((text) => typeof text === 'string');
  const filled = texts
    .filter((text) => text.startsWith('variables.'))
    .map((text) => (parseValuePath(text) ?? []).slice(1).filter((segment) => typeof segment === 'string'));
  return [...filled, ...listLeaves(request.body?.['variables'] ?? {})];
}

function listLeaves(value: Json): string[][] {
  if (Array.isArray(value)) return value.flatMap(listLeaves);
  if (!isJsonObject(value)) return [[]];
  return Object.entries(value).flatMap(([name, member]) => listLeaves(member).map((rest) => [name, ...rest]));
}
