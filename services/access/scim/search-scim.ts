import type { ServiceContext } from '../../shared/context.ts';
import { ScimError } from './scim-error.ts';
import { listScimGroups } from './scim-groups.ts';
import type { ScimPage } from './scim-query.ts';
import type { ScimList } from './scim-request.ts';
import { listScimUsers } from './scim-users.ts';

/**
 * Searches members and groups together, members first. Those that do not have the attribute of the filter do not match.
 *
 * @throws {ScimError} `invalidFilter` for what neither has.
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.1
 */
export async function searchScim({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ScimPage & { base: string };
}): Promise<ScimList> {
  const users = await orRefusal(listScimUsers({ ctx, input }));
  const found = users instanceof ScimError ? { total: 0, resources: [] } : users;
  const startIndex = Math.max(1, input.startIndex - found.total);
  const count = input.count - found.resources.length;
  const groups = await orRefusal(listScimGroups({ ctx, input: { ...input, startIndex, count } }));
  if (!(groups instanceof ScimError)) {
    return { total: found.total + groups.total, resources: [...found.resources, ...groups.resources] };
  }
  if (users instanceof ScimError) throw users;
  return found;
}

function orRefusal(list: Promise<ScimList>): Promise<ScimList | ScimError> {
  return list.catch((error: unknown) => {
    if (error instanceof ScimError) return error;
    throw error;
  });
}
