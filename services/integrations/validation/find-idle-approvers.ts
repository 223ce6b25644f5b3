import type { FieldError } from '../../../core/errors.ts';
import { toUuid } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { Definition } from '../../../flow/definition.ts';
import { listAllSteps } from '../../../flow/list-steps.ts';
import { decidingRoles } from '../../approvals/deciding-roles.ts';

/** Finds whom approvals are asked of who could not decide now: a file of another organization names its members and keys. */
export async function findIdleApprovers({ sql }: Transaction, orgId: string, definition: Definition) {
  const named = listNamed(definition);
  const ids = named.flatMap(({ id }) => toUuidOf(id) ?? []);
  const able =
    ids.length === 0
      ? []
      : await sql<{ id: string }[]>`
        select user_id as id from memberships as members
        where org_id = ${orgId} and user_id = any(${ids}::uuid[]) and status = 'active' and exists (
          select role from role_grants where org_id = ${orgId} and user_id = members.user_id and role = any(${decidingRoles})
          union all
          select role from user_group_members join user_group_grants using (org_id, group_id)
          where org_id = ${orgId} and user_id = members.user_id and role = any(${decidingRoles})
        )
        union all
        select id from api_keys where org_id = ${orgId} and id = any(${ids}::uuid[]) and disabled_at is null
        union all
        select id from oauth_clients where org_id = ${orgId} and id = any(${ids}::uuid[]) and disabled_at is null`;
  const known = new Set<string | undefined>([...decidingRoles, ...able.map(({ id }) => id)]);
  return named.flatMap(({ path, name, id }): FieldError[] =>
    known.has(toUuidOf(id) ?? id) ? [] : [{ path, code: 'cannot_decide', message: messages.approverCannot({ name }) }],
  );
}

function toUuidOf(id: string): string | undefined {
  return toUuid('user', id) ?? toUuid('apiKey', id) ?? toUuid('oauthClient', id);
}

/** Whom a definition names, besides `anyone`: `member:usr_…` with the id alone. */
function listNamed({ source, target, ...definition }: Definition): { path: string; name: string; id: string }[] {
  const questions = [
    { at: 'source.guard.approval', asked: source?.guard?.approval },
    { at: 'target.guard.approval', asked: target?.guard?.approval },
    ...[...listAllSteps(definition)].map(({ step, at }) => ({ at: `${at}.wait`, asked: step.wait })),
  ];
  const lists = questions.flatMap(({ at, asked }) => [
    [`${at}.of`, asked?.of ?? []] as const,
    [`${at}.escalate.of`, asked?.escalate?.of ?? []] as const,
  ]);
  return lists
    .flatMap(([at, names]) =>
      names.map((name, index) => ({ path: `${at}[${index}]`, name, id: name.replace(/^\w+:/, '') })),
    )
    .filter(({ name }) => name !== 'anyone');
}
