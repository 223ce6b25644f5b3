import { z } from 'zod';
import { ssoKinds } from '../../../core/enums.ts';
import { toId } from '../../../core/ids.ts';
import { findSsoDomain } from '../../../drizzle/find-sso.ts';
import { idOf } from '../../shared/schemas.ts';
import { askDatabase } from '../../shared/transaction.ts';
import { emailSchema } from '../people/email.ts';
import { toDomain } from '../single-sign-on/sso-profile.ts';
import { toSsoUrls } from '../sso-connections/sso-connection.ts';
import type { SignInContext } from './sign-in-deps.ts';

export const signInMethodsInput = z.strictObject({ email: emailSchema }).meta({ id: 'SignInMethodsInput' });

export const signInMethodsRecord = z
  .object({
    password: z.boolean().meta({
      description: '`false`: people of the domain sign in by single sign-on, owners with a second factor excepted.',
    }),
    sso: z
      .array(
        z.object({
          id: idOf('ssoConnection'),
          kind: z.enum(ssoKinds),
          name: z.string().meta({ description: 'What the button says.' }),
          url: z.string().meta({ description: 'Where to send the browser.' }),
        }),
      )
      .meta({ description: 'Connections of the domain.' }),
  })
  .meta({ id: 'SignInMethods' });

/** Says how people of an address's domain sign in. Whether there is such a person, it does not say. */
export async function listSignInMethods({
  ctx,
  input,
}: {
  ctx: SignInContext;
  input: z.output<typeof signInMethodsInput>;
}): Promise<z.infer<typeof signInMethodsRecord>> {
  const found = await askDatabase(() => findSsoDomain(ctx.database, toDomain(input.email)));
  if (found === undefined) return { password: true, sso: [] };
  const { ssoConnectionId, kind, name, enforced } = found;
  const id = toId('ssoConnection', ssoConnectionId);
  return { password: !enforced, sso: [{ id, kind, name, url: toSsoUrls(ctx.publicUrl, kind, id).start }] };
}
