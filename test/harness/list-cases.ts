import { z } from 'zod';
import type { Route } from '../../api/route.ts';
import { routes } from '../../api/routes/index.ts';
import { listedRowsMax, perPageMax } from '../../core/pagination.ts';
import type { ListedIds } from './database/fill-lists.ts';

/** A list as it is asked for: with one parameter, or none. */
export interface ListCase {
  route: Route;
  title: string;
  name?: string;
  value: string;
}

/** Lists that the database gives: what waits for a worker is a vendor's. */
export const lists = routes.filter(
  ({ paginated, query, errors }) =>
    paginated === true && 'page' in (query?.shape ?? {}) && errors?.includes('upstream_timeout') !== true,
);

const middle = new Date(Date.now() - 45 * 86_400_000).toISOString();

/** Parameters that take ids, and the lists that have them. */
const places: Record<string, string> = {
  account_id: '/accounts',
  integration_id: '/integrations',
  workflow_id: '/workflows',
};

/** Values of parameters that are no enumeration: what there is much of, and what there is none of. */
const values: Record<string, readonly string[]> = {
  page: ['1', '3', String(listedRowsMax / perPageMax)],
  per_page: ['7'],
  created_after: [middle],
  created_before: [middle],
  q: ['nothing is called so', 'o'],
  status: ['succeeded', 'failed', 'failed,partially_succeeded', 'succeeded,canceled'],
  finished_after: [middle, '2000-01-01T00:00:00Z'],
  finished_before: [middle, '2999-01-01T00:00:00Z'],
  error_code: ['internal'],
  code: ['convert_failed', 'nothing'],
  actor: ['key_1', 'system'],
  resource_id: ['conn_1', 'nothing'],
  service_type: ['s3', 'aws'],
  include: ['last_run'],
  connector: ['postgres', 'aws'],
};

function valuesOf(name: string, shape: z.core.$ZodType): readonly string[] {
  if (shape instanceof z.ZodDefault || shape instanceof z.ZodOptional) return valuesOf(name, shape.unwrap());
  if (shape instanceof z.ZodEnum) return shape.options.map(String);
  return values[name] ?? ['nothing'];
}

/** Every parameter of a list with every kind of value, and the list without any. */
export const listCases: readonly ListCase[] = lists.flatMap((route) => [
  { route, title: route.operationId, value: '' },
  ...Object.entries<z.core.$ZodType>(route.query?.shape ?? {}).flatMap(([name, shape]) =>
    (isPlace(name) ? ['(an id)'] : valuesOf(name, shape)).map((value) => ({
      route,
      title: `${route.operationId} ${name}=${value}`,
      name,
      value,
    })),
  ),
]);

function isPlace(name: string): boolean {
  return name in places || name === 'after' || name === 'before';
}

/** The path of a list below the base address. */
export function toListPath({ path }: Route, ids: ListedIds): string {
  const home = Object.keys(ids).find((known) => path.startsWith(`${known}/`));
  return home === undefined ? path : path.replace(home, home.replace('{id}', ids[home] ?? ''));
}

/**
 * The address of a case, below the base address.
 *
 * @param readList Gives the first page of a list: ids that parameters take come from its middle.
 */
export async function toListAddress(
  { route, name, value }: ListCase,
  ids: ListedIds,
  readList: (path: string) => Promise<readonly { id: string }[]>,
): Promise<string> {
  const path = toListPath(route, ids);
  if (name === undefined) return path;
  if (!isPlace(name)) return `${path}?${name}=${encodeURIComponent(value)}`;
  const list = await readList(places[name] ?? path);
  return `${path}?${name}=${list[Math.floor(list.length / 2)]?.id ?? ''}`;
}

/** All of it is in memory. */
export function isCatalogue({ path }: Route): boolean {
  return ['/connectors', '/formulas/functions'].includes(path);
}
