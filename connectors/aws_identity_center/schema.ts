import { z } from 'zod';

/** Records of IAM Identity Center: the fields that integrations use. @see https://docs.aws.amazon.com/singlesignon/latest/IdentityStoreAPIReference/API_Types.html */

const text = z.string().nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
/** Seconds since 1970. */
const epoch = z.number().nullish();
const userId = z.string().meta({ title: 'Id of the user' });
const groupId = z.string().meta({ title: 'Id of the group' });
const membershipId = z.string().meta({ title: 'Id of the membership' });

const person = {
  DisplayName: text,
  Name: open.meta({ title: 'GivenName, FamilyName, …' }),
  NickName: text,
  Title: text,
  UserType: text,
  Emails: list,
  PhoneNumbers: list,
  Addresses: list,
  ProfileUrl: text,
  PreferredLanguage: text,
  Locale: text,
  Timezone: text,
};

export const User = z.looseObject({
  UserId: userId,
  UserName: text,
  ...person,
  ExternalIds: list,
  UserStatus: text,
  CreatedAt: epoch,
  UpdatedAt: epoch,
});

export const UserId = z.looseObject({ UserId: userId });

const optionalText = z.string().optional();
const optionalList = z.array(z.looseObject({})).optional();

/** The console needs the names and the e-mail address as well. @see https://docs.aws.amazon.com/singlesignon/latest/IdentityStoreAPIReference/API_CreateUser.html */
export const NewUser = z.looseObject({
  UserName: z.string().meta({ title: 'User name' }),
  DisplayName: z.string().meta({ title: 'Display name' }),
  Name: z.looseObject({}).optional().meta({ title: 'GivenName and FamilyName, which IAM Identity Center needs' }),
  Emails: optionalList,
  NickName: optionalText,
  Title: optionalText,
  UserType: optionalText,
  PhoneNumbers: optionalList,
  Addresses: optionalList,
  ProfileUrl: optionalText,
  PreferredLanguage: optionalText,
  Locale: optionalText,
  Timezone: optionalText,
});

/** What a new user is sent with. */
export const newUserFields: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(NewUser.shape).map((name) => [name, `{${name}}`]),
);

export const Group = z.looseObject({
  GroupId: groupId,
  DisplayName: text,
  Description: text,
  ExternalIds: list,
  CreatedAt: epoch,
  UpdatedAt: epoch,
});

export const GroupId = z.looseObject({ GroupId: groupId });

export const NewGroup = z.looseObject({
  DisplayName: z.string().meta({ title: 'Name of the group' }),
  Description: optionalText,
});

export const Membership = z.looseObject({
  MembershipId: membershipId,
  GroupId: text,
  MemberId: open.meta({ title: 'UserId of the member' }),
});

export const MembershipId = z.looseObject({ MembershipId: membershipId });
export const NewMembership = z.looseObject({ GroupId: groupId, MemberId: z.looseObject({ UserId: userId }) });

export const PermissionSet = z.looseObject({
  PermissionSetArn: z.string().meta({ title: 'ARN of the permission set' }),
  Name: text,
  Description: text,
  SessionDuration: text.meta({ title: 'Duration of sessions, as in ISO 8601' }),
  RelayState: text,
  CreatedDate: epoch,
});

const principal = {
  AccountId: z.string().meta({ title: 'Id of the account' }),
  PermissionSetArn: z.string().meta({ title: 'ARN of the permission set' }),
  PrincipalId: z.string().meta({ title: 'Id of the user or the group' }),
};

/** An assignment that was listed for the user or the group with this id. */
export const assignmentOf = (id: string): z.ZodObject =>
  z.looseObject({ [id]: z.string(), ...principal, PrincipalType: text.meta({ title: 'USER or GROUP' }) });

export const NewAssignment = z.looseObject({ ...principal, PrincipalType: z.enum(['USER', 'GROUP']) });

export const Application = z.looseObject({
  ApplicationArn: z.string().meta({ title: 'ARN of the application' }),
  Name: text,
  Description: text,
  Status: text.meta({ title: 'ENABLED or DISABLED' }),
  ApplicationProviderArn: text,
  ApplicationAccount: text,
  PortalOptions: open,
  CreatedDate: epoch,
});
