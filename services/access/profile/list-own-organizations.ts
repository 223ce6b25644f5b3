import { z } from 'zod';
import { toId } from '../../../core/ids.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { idOf } from '../../shared/schemas.ts';
import { readMemberships } from '../sign-in/read-memberships.ts';
import { countElsewhere, readMethods } from '../sign-in/switch-organization.ts';
import { findSsoBar } from '../single-sign-on/sso-bar.ts';
import { toSsoUrls } from '../sso-connections/sso-connection.ts';
import { requirePerson } from './require-person.ts';

export const ownOrganizationRecord = z
  .object({
    id: idOf('organization'),
    name: z.string(),
    current: z.boolean().meta({ description: 'The session of the request acts in it.' }),
    suspended: z.boolean().meta({ description: 'The operator suspended it: nobody can act in it.' }),
    sso: z
      .object({
        name: z.string().meta({ description: 'Of the identity provider.' }),
        url: z.string().meta({ description: 'Where to send the browser.' }),
      })
      .optional()
      .meta({ description: 'The organization wants the person to sign in by its identity provider to act in it.' }),
  })
  .meta({ id: 'OwnOrganization' });

type OwnOrganization = z.infer<typeof ownOrganizationRecord>;

/**
 * Lists where the person who asks is an active member, the one that they used last first.
 *
 * An identity provider vouches for people in its own organization, and learns of no other.
 */
export async function listOwnOrganizations({ ctx }: { ctx: ServiceContext }): Promise<OwnOrganization[]> {
  const { userId, session } = requirePerson(ctx);
  const { user, organizations } = await readMemberships(ctx, userId);
  const listed = session.bySso ? organizations.filter(({ id }) => id === ctx.orgId) : organizations;
  const others = listed.filter(({ id }) => id !== ctx.orgId);
  const methods = others.length === 0 ? [] : countElsewhere(await readMethods(ctx, { userId, id: session.id }));
  const bar = await findSsoBar(ctx, { email: user.email, organizations: others, methods });
  return listed.map(({ id, name, suspended }) => ({
    id: toId('organization', id),
    name,
    current: id === ctx.orgId,
    suspended,
    ...(bar?.orgId === id && !bar.isLifted ? { sso: toProvider(ctx.publicUrl, bar.connection) } : {}),
  }));
}

function toProvider(
  publicUrl: string,
  { ssoConnectionId, kind, name }: { ssoConnectionId: string; kind: 'oidc' | 'saml'; name: string },
): OwnOrganization['sso'] {
  return { name, url: toSsoUrls(publicUrl, kind, toId('ssoConnection', ssoConnectionId)).start };
}
