import { z } from 'zod';
import { callerRecord, describeCaller } from '../../../services/access/credentials/describe-caller.ts';
import {
  addPasskey,
  beginPasskey,
  newPasskeyRecord,
  passkeyInput,
  passkeyOptions,
} from '../../../services/access/passkeys/add-passkey.ts';
import {
  listPasskeys,
  passkeyPatch,
  removePasskey,
  renamePasskey,
} from '../../../services/access/passkeys/change-passkeys.ts';
import { passkeyRecord } from '../../../services/access/passkeys/passkey.ts';
import { changePassword, passwordInput } from '../../../services/access/profile/change-password.ts';
import { endSession } from '../../../services/access/profile/end-session.ts';
import {
  listOwnOrganizations,
  ownOrganizationRecord,
} from '../../../services/access/profile/list-own-organizations.ts';
import { listSessions, sessionRecord } from '../../../services/access/profile/list-sessions.ts';
import { recoveryCodesRecord, renewRecoveryCodes } from '../../../services/access/profile/recovery-codes.ts';
import {
  beginReauthentication,
  elevationRecord,
  reauthenticate,
  reauthenticationInput,
} from '../../../services/access/profile/reauthenticate.ts';
import {
  addSecondFactor,
  confirmationInput,
  confirmSecondFactor,
  listSecondFactors,
  newSecondFactorRecord,
  removeSecondFactor,
  secondFactorInput,
  secondFactorRecord,
} from '../../../services/access/profile/second-factors.ts';
import { defineRoute } from '../../route.ts';
import { deletedRecord } from '../../answers/to-list.ts';

const tag = 'Caller';

export const meRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/me',
      operationId: 'getMe',
      tag,
      summary: 'Get the caller',
      scope: 'any',
      beforeSecondFactor: 'always',
      status: 200,
      data: callerRecord,
    },
    async ({ ctx }) => ({ data: await describeCaller({ ctx }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/me/organizations',
      operationId: 'listOwnOrganizations',
      tag,
      summary: 'List your organizations',
      description:
        'Where you are an active member, the one that you used last first; in a session by an identity provider only its own. ' +
        'A page of the hub acts in another one by `/auth/switch-organization`.',
      scope: 'person',
      beforeSecondFactor: 'always',
      status: 200,
      data: z.array(ownOrganizationRecord),
    },
    async ({ ctx }) => ({ data: await listOwnOrganizations({ ctx }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/me/sessions',
      operationId: 'listSessions',
      tag,
      summary: 'List your sessions',
      scope: 'person',
      status: 200,
      data: z.array(sessionRecord),
    },
    async ({ ctx }) => ({ data: await listSessions({ ctx }) }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/me/sessions/{id}',
      operationId: 'endSession',
      tag,
      summary: 'End one of your sessions',
      description: 'Takes effect within a second.',
      scope: 'person',
      status: 200,
      data: deletedRecord('session'),
    },
    async ({ ctx, id }) => {
      await endSession({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/me/reauthenticate',
      operationId: 'reauthenticate',
      tag,
      summary: 'Confirm that it is you',
      description:
        'With the password, a code of a second factor or a passkey. For ten minutes, acts are let through that ask for it: those ' +
        'refused as `forbidden` with `details.reason: "reauthentication_required"`.',
      scope: 'person',
      beforeSecondFactor: 'always',
      body: { shape: reauthenticationInput },
      status: 200,
      data: elevationRecord,
      pure: true,
    },
    async ({ ctx, body, count }) => {
      await count();
      return { data: await reauthenticate({ ctx, input: body }) };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/me/reauthenticate/passkey-options',
      operationId: 'beginReauthentication',
      tag,
      summary: 'Begin to confirm by a passkey',
      description: 'What the browser is to ask of its authenticator. Its answer goes to `/me/reauthenticate`.',
      scope: 'person',
      beforeSecondFactor: 'always',
      status: 200,
      data: passkeyOptions,
      pure: true,
      errors: ['invalid_state'],
    },
    async ({ ctx }) => ({ data: await beginReauthentication({ ctx }) }),
  ),
  defineRoute(
    {
      method: 'put',
      path: '/me/password',
      operationId: 'changePassword',
      tag,
      summary: 'Set your password',
      description: 'Ends all your other sessions.',
      scope: 'person',
      body: { shape: passwordInput },
      status: 200,
      data: elevationRecord,
      pure: true,
      errors: ['conflict'],
    },
    async ({ ctx, body, count }) => {
      await count();
      return { data: await changePassword({ ctx, input: body }) };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/me/second-factors',
      operationId: 'listSecondFactors',
      tag,
      summary: 'List your second factors',
      scope: 'person',
      beforeSecondFactor: 'always',
      status: 200,
      data: z.array(secondFactorRecord),
    },
    async ({ ctx }) => ({ data: await listSecondFactors({ ctx }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/me/second-factors',
      operationId: 'addSecondFactor',
      tag,
      summary: 'Add a second factor',
      description:
        'An application that makes codes (TOTP, RFC 6238). The answer holds the only copy of its secret. It is asked for ' +
        'at sign-in once it is confirmed.',
      scope: 'person',
      beforeSecondFactor: 'set_up',
      sensitive: true,
      body: { shape: secondFactorInput },
      status: 201,
      data: newSecondFactorRecord,
      pure: true,
      errors: ['invalid_state'],
    },
    async ({ ctx, body }) => ({ data: await addSecondFactor({ ctx, input: body }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/me/second-factors/{id}/confirm',
      operationId: 'confirmSecondFactor',
      tag,
      summary: 'Confirm a second factor',
      description: 'With its first code. The answer holds the only copy of new recovery codes.',
      scope: 'person',
      beforeSecondFactor: 'set_up',
      sensitive: true,
      body: { shape: confirmationInput },
      status: 200,
      data: recoveryCodesRecord,
      pure: true,
    },
    async ({ ctx, id, body, count }) => {
      await count();
      return { data: await confirmSecondFactor({ ctx, input: { ...body, id } }) };
    },
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/me/second-factors/{id}',
      operationId: 'removeSecondFactor',
      tag,
      summary: 'Remove a second factor',
      description: 'Your recovery codes go with the last one.',
      scope: 'person',
      sensitive: true,
      status: 200,
      data: deletedRecord('secondFactor'),
    },
    async ({ ctx, id }) => {
      await removeSecondFactor({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/me/recovery-codes',
      operationId: 'renewRecoveryCodes',
      tag,
      summary: 'Renew your recovery codes',
      description: 'The answer holds the only copy; those from before end.',
      scope: 'person',
      sensitive: true,
      status: 200,
      data: recoveryCodesRecord,
      pure: true,
    },
    async ({ ctx }) => ({ data: await renewRecoveryCodes({ ctx }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/me/passkeys',
      operationId: 'listPasskeys',
      tag,
      summary: 'List your passkeys',
      scope: 'person',
      beforeSecondFactor: 'always',
      status: 200,
      data: z.array(passkeyRecord),
    },
    async ({ ctx }) => ({ data: await listPasskeys({ ctx }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/me/passkeys/options',
      operationId: 'beginPasskey',
      tag,
      summary: 'Begin with a passkey',
      description: 'What the browser is to ask of its authenticator. Its answer goes to `/me/passkeys`.',
      scope: 'person',
      beforeSecondFactor: 'set_up',
      sensitive: true,
      status: 200,
      data: passkeyOptions,
      pure: true,
      errors: ['invalid_state'],
    },
    async ({ ctx }) => ({ data: await beginPasskey({ ctx }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/me/passkeys',
      operationId: 'addPasskey',
      tag,
      summary: 'Add a passkey',
      description:
        'A second factor, and a way to sign in by itself (WebAuthn). With the first second factor, the answer holds the only ' +
        'copy of recovery codes.',
      scope: 'person',
      beforeSecondFactor: 'set_up',
      sensitive: true,
      body: { shape: passkeyInput },
      status: 201,
      data: newPasskeyRecord,
      pure: true,
      errors: ['conflict', 'invalid_state'],
    },
    async ({ ctx, body }) => ({ data: await addPasskey({ ctx, input: body }) }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/me/passkeys/{id}',
      operationId: 'renamePasskey',
      tag,
      summary: 'Rename a passkey',
      scope: 'person',
      body: { shape: passkeyPatch },
      status: 200,
      data: passkeyRecord,
    },
    async ({ ctx, id, body }) => ({ data: await renamePasskey({ ctx, input: { ...body, id } }) }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/me/passkeys/{id}',
      operationId: 'removePasskey',
      tag,
      summary: 'Remove a passkey',
      description: 'Your recovery codes go with the last second factor.',
      scope: 'person',
      sensitive: true,
      status: 200,
      data: deletedRecord('passkey'),
      errors: ['invalid_state'],
    },
    async ({ ctx, id }) => {
      await removePasskey({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
];
