import { z } from 'zod';

/** Records of the user pools API: the fields that integrations use. @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_Types.html */

const text = z.string().nullish();
/** Seconds since 1970. */
const epoch = z.number().nullish();
const userName = z.string().meta({ title: 'User name' });
const groupName = z.string().meta({ title: 'Name of the group' });
/** `{ Name: 'email', Value: 'ann@example.com' }` */
const attributes = z.array(z.looseObject({ Name: z.string(), Value: text })).nullish();

export const User = z.looseObject({
  Username: userName,
  Attributes: attributes,
  Enabled: z.boolean().nullish(),
  UserStatus: text.meta({ title: 'CONFIRMED, FORCE_CHANGE_PASSWORD, EXTERNAL_PROVIDER, …' }),
  UserCreateDate: epoch,
  UserLastModifiedDate: epoch,
});

export const UserName = z.looseObject({ Username: userName });

/** @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html */
export const NewUser = z.looseObject({
  Username: userName,
  Attributes: z.array(z.looseObject({ Name: z.string(), Value: z.string() })).optional(),
  TemporaryPassword: z.string().optional().meta({ title: 'Temporary password', secret: true }),
  MessageAction: z.enum(['RESEND', 'SUPPRESS']).optional().meta({ title: 'SUPPRESS sends no invitation' }),
  DesiredDeliveryMediums: z.array(z.enum(['SMS', 'EMAIL'])).optional(),
});

export const Group = z.looseObject({
  GroupName: groupName,
  Description: text,
  RoleArn: text,
  Precedence: z.int().nullish(),
  CreationDate: epoch,
  LastModifiedDate: epoch,
});

export const GroupMember = User.extend({ GroupName: groupName });

export const Membership = z.looseObject({ GroupName: groupName, Username: userName });

export const AppClient = z.looseObject({
  ClientId: z.string().meta({ title: 'Id of the client' }),
  ClientName: text,
  UserPoolId: text,
});

export const IdentityProvider = z.looseObject({
  ProviderName: z.string().meta({ title: 'Name of the provider' }),
  ProviderType: text,
  CreationDate: epoch,
  LastModifiedDate: epoch,
});
