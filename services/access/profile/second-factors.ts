import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { secondFactorKinds } from '../../../core/enums.ts';
import { HubError, notFound } from '../../../core/errors.ts';
import { newUuid, toId } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { openFactor, sealFactor } from '../people/second-factor-secret.ts';
import { findTotpStep, generateTotpSecret, toTotpUri } from '../people/totp.ts';
import { fromTime } from '../../shared/rows.ts';
import { idOf, nameSchema, timestamp, toLookup } from '../../shared/schemas.ts';
import { totpCode } from '../sign-in/give-second-factor.ts';
import { inTenant } from '../../shared/transaction.ts';
import { dropUnneededCodes, type recoveryCodesRecord, replaceCodes } from './recovery-codes.ts';
import { noteFactor } from '../user-sessions/note-factor.ts';
import { requireOwnSignIn, requirePerson } from './require-person.ts';

const factorsMax = 5;

export const secondFactorRecord = z
  .object({
    id: idOf('secondFactor'),
    kind: z.enum(secondFactorKinds),
    name: z.string(),
    confirmed: z.boolean().meta({ description: 'Only a confirmed one is asked for.' }),
    last_used_at: timestamp.optional(),
    created_at: timestamp,
  })
  .meta({ id: 'SecondFactor' });

export const secondFactorInput = z
  .strictObject({ name: nameSchema.meta({ examples: ['Telephone'] }) })
  .meta({ id: 'NewSecondFactorInput' });

export const newSecondFactorRecord = secondFactorRecord
  .extend({
    secret: z.string().meta({ description: 'For the application, in Base32. Shown this once.' }),
    uri: z.string().meta({ description: 'The same as an address for a QR code. Shown this once.' }),
  })
  .meta({ id: 'NewSecondFactor' });

export const confirmationInput = z.strictObject({ code: totpCode }).meta({ id: 'SecondFactorConfirmation' });

interface FactorRow {
  id: string;
  kind: (typeof secondFactorKinds)[number];
  name: string;
  confirmed_at: string | null;
  last_used_at: string | null;
  created_at: string;
}

function toRecord(row: FactorRow): z.infer<typeof secondFactorRecord> {
  return {
    id: toId('secondFactor', row.id),
    kind: row.kind,
    name: row.name,
    confirmed: row.confirmed_at !== null,
    ...(row.last_used_at === null ? {} : { last_used_at: fromTime(row.last_used_at) }),
    created_at: fromTime(row.created_at),
  };
}

/** Lists the second factors of the person who asks. */
export async function listSecondFactors({
  ctx,
}: {
  ctx: ServiceContext;
}): Promise<z.infer<typeof secondFactorRecord>[]> {
  const { userId } = requirePerson(ctx);
  const rows = await inTenant(
    ctx,
    async ({ sql }) =>
      await sql<FactorRow[]>`
      select id, kind, name, confirmed_at, last_used_at, created_at from second_factors
      where user_id = ${userId} order by id`,
  );
  return rows.map(toRecord);
}

/**
 * Begins with a second factor: an application that makes codes (TOTP). It is asked for once it is confirmed.
 *
 * @returns the only copy of its secret.
 * @throws {HubError} `forbidden` in a session by single sign-on; `invalid_state` beyond five.
 */
export async function addSecondFactor({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.output<typeof secondFactorInput>;
}): Promise<z.infer<typeof newSecondFactorRecord>> {
  const { userId } = requireOwnSignIn(ctx);
  const secret = generateTotpSecret();
  const now = toTimestamp(ctx.clock.now());
  const row: FactorRow = {
    id: newUuid(),
    kind: 'totp',
    name: input.name,
    confirmed_at: null,
    last_used_at: null,
    created_at: now,
  };
  const record = toRecord(row);
  const person = await inTenant(ctx, async (tx) => {
    // Another that is added at the same time waits until this one is counted.
    const [user] = await tx.sql<{ email: string | null; name: string }[]>`
      select email, name from users where id = ${userId} for no key update`;
    // Those that were never confirmed make room.
    await tx.sql`delete from second_factors where user_id = ${userId} and confirmed_at is null`;
    const [{ count } = { count: 0 }] = await tx.sql<{ count: number }[]>`
      select count(*) from second_factors where user_id = ${userId}`;
    if (count >= factorsMax) throw new HubError('invalid_state', messages.secondFactorsTooMany({ max: factorsMax }));
    await Promise.all([
      tx.sql`
        insert into second_factors (user_id, id, kind, name, sealed, created_at)
        values (${userId}, ${row.id}, ${row.kind}, ${row.name}, ${sealFactor(ctx.pepper, row.id, secret)}, ${now})`,
      writeAudit(tx, ctx, { action: 'second_factor.created', resourceId: record.id, after: record }),
    ]);
    return user;
  });
  const uri = toTotpUri(secret, { issuer: 'Integration hub', person: person?.email ?? person?.name ?? ctx.actor });
  return { ...record, secret, uri };
}

/**
 * Confirms a second factor with its first code; from then on it is asked for. With the first one come recovery codes.
 *
 * @throws {HubError} `not_found`; `unauthorized` for a wrong code.
 */
export async function confirmSecondFactor({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; code: string };
}): Promise<z.infer<typeof recoveryCodesRecord>> {
  const { userId } = requireOwnSignIn(ctx);
  const id = toLookup('secondFactor', input.id);
  const nowMs = ctx.clock.now();
  return inTenant(ctx, async (tx) => {
    const [factor] = await tx.sql<{ sealed: Buffer; last_step: number; confirmed_at: string | null }[]>`
      select sealed, last_step, confirmed_at from second_factors
      where user_id = ${userId} and id = ${id} for update`;
    if (factor === undefined || factor.confirmed_at !== null) throw notFound();
    const secret = openFactor(ctx.pepper, id, factor.sealed);
    const step = secret && findTotpStep(secret, input.code, { nowMs, lastStep: factor.last_step });
    if (step === undefined || step === '') throw new HubError('unauthorized', messages.signInCodeWrong);
    await Promise.all([
      tx.sql`
        update second_factors set confirmed_at = ${toTimestamp(nowMs)}, last_step = ${step}
        where user_id = ${userId} and id = ${id}`,
      writeAudit(tx, ctx, { action: 'second_factor.confirmed', resourceId: input.id }),
      noteFactor(tx, ctx, 'totp'),
    ]);
    return replaceCodes(tx, ctx, userId);
  });
}

/** Removes a second factor; with the last one, the recovery codes. @throws {HubError} `not_found` */
export async function removeSecondFactor({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<void> {
  const { userId } = requireOwnSignIn(ctx);
  const id = toLookup('secondFactor', input.id);
  await inTenant(ctx, async (tx) => {
    const { count } = await tx.sql`delete from second_factors where user_id = ${userId} and id = ${id}`;
    if (count === 0) throw notFound();
    await Promise.all([
      dropUnneededCodes(tx, userId),
      writeAudit(tx, ctx, { action: 'second_factor.deleted', resourceId: input.id }),
    ]);
  });
}
