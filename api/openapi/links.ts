import type { JsonObject } from '../../core/json.ts';
import type { DescribedRoute } from '../route.ts';

/**
 * Links what can be done with a new resource: every operation on it, with the id that the answer gives.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#link-object
 */
export function renderLinks(route: DescribedRoute, routes: readonly DescribedRoute[]): JsonObject {
  const home = route.located === true ? findHome(route, routes) : undefined;
  if (home === undefined) return {};
  const uses = routes.filter(
    ({ path }) => path === home || (path.startsWith(`${home}/`) && !path.includes('{', home.length)),
  );
  const links = uses.map(({ operationId, summary }): [string, JsonObject] => [
    operationId,
    { operationId, description: summary, parameters: { id: '$response.body#/data/id' } },
  ]);
  return { links: Object.fromEntries(links) };
}

/** The path of the resource that a located answer names: below the list it was added to, or where its kind is read. */
function findHome(route: DescribedRoute, routes: readonly DescribedRoute[]): string | undefined {
  const below = `${route.path}/{id}`;
  const readers = routes.filter(({ method, path }) => method === 'get' && path.endsWith('/{id}'));
  const reader = readers.find(({ path }) => path === below) ?? readers.find(({ data }) => data === route.data);
  return reader?.path;
}
