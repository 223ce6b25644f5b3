import { z } from 'zod';

/** Attributes that every object has. @see https://learn.microsoft.com/windows/win32/adschema/c-top */
const shared = {
  dn: z.string().meta({ title: 'Distinguished name' }),
  objectGUID: z.string().optional().meta({ title: 'Unique id, for ever' }),
  cn: z.string().optional().meta({ title: 'Common name' }),
  description: z.string().optional(),
  whenCreated: z.string().optional(),
  whenChanged: z.string().optional(),
  uSNChanged: z.number().optional().meta({ title: 'Number of the last change' }),
};

const account = {
  sAMAccountName: z.string().optional().meta({ title: 'Login name' }),
  objectSid: z.string().optional().meta({ title: 'Security identifier' }),
  userAccountControl: z.number().optional(),
  enabled: z.boolean().optional().meta({ title: 'Enabled' }),
  memberOf: z.array(z.string()).optional().meta({ title: 'Groups, by their names' }),
  lastLogonTimestamp: z.string().nullish().meta({ title: 'Last sign-in, within two weeks' }),
  pwdLastSet: z.string().nullish(),
};

/** @see https://learn.microsoft.com/windows/win32/adschema/c-user */
export const user = z.looseObject({
  ...shared,
  ...account,
  userPrincipalName: z.string().optional(),
  givenName: z.string().optional(),
  sn: z.string().optional(),
  displayName: z.string().optional(),
  mail: z.string().optional(),
  employeeID: z.string().optional(),
  employeeNumber: z.string().optional(),
  title: z.string().optional(),
  department: z.string().optional(),
  company: z.string().optional(),
  manager: z.string().optional().meta({ title: 'Distinguished name of the manager' }),
  telephoneNumber: z.string().optional(),
  mobile: z.string().optional(),
  accountExpires: z.string().nullish().meta({ title: 'End of the account; null: never' }),
  password: z.string().optional().meta({ title: 'First password, for new users', sensitive: true }),
});

/** @see https://learn.microsoft.com/windows/win32/adschema/c-group */
export const group = z.looseObject({
  ...shared,
  sAMAccountName: z.string().optional(),
  objectSid: z.string().optional(),
  groupType: z.number().optional().meta({ title: 'Scope and kind, as bits' }),
  mail: z.string().optional(),
  managedBy: z.string().optional(),
  member: z.array(z.string()).optional().meta({ title: 'Members, by their names' }),
});

/** @see https://learn.microsoft.com/windows/win32/adschema/c-computer */
export const computer = z.looseObject({
  ...shared,
  ...account,
  dNSHostName: z.string().optional(),
  operatingSystem: z.string().optional(),
  operatingSystemVersion: z.string().optional(),
  managedBy: z.string().optional(),
});
