import { z } from 'zod';

/** Records of the Webex API: the fields that integrations use. @see https://developer.webex.com/docs/api/v1/people */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const texts = z.array(z.string()).nullish();
const flag = z.boolean().nullish();
/** A truth value in examples, a text in the description. */
const flagOrText = z.union([z.boolean(), z.string()]).nullish();
const whole = z.int().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const list = z.array(z.looseObject({})).nullish();

export const Person = z.looseObject({
  id,
  emails: texts,
  displayName: text,
  firstName: text,
  lastName: text,
  nickName: text,
  title: text,
  department: text,
  manager: text,
  managerId: text,
  orgId: text,
  locationId: text,
  extension: text,
  phoneNumbers: list,
  roles: texts,
  licenses: texts,
  siteUrls: texts,
  timezone: text,
  status: text,
  invitePending: flagOrText,
  loginEnabled: flagOrText,
  type: text.meta({ title: 'person, bot or appuser' }),
  created: instant,
  lastModified: instant,
  lastActivity: instant,
});

export const Room = z.looseObject({
  id,
  title: text,
  type: text.meta({ title: 'direct or group' }),
  description: text,
  isLocked: flag,
  isPublic: flag,
  isReadOnly: flag,
  isAnnouncementOnly: flag,
  teamId: text,
  creatorId: text,
  ownerId: text,
  created: instant,
  lastActivity: instant,
});

export const Membership = z.looseObject({
  id,
  roomId: text,
  personId: text,
  personEmail: text,
  personDisplayName: text,
  personOrgId: text,
  isModerator: flag,
  isMonitor: flag,
  roomType: text,
  created: instant,
});

export const Team = z.looseObject({ id, name: text, description: text, created: instant });

export const TeamMembership = z.looseObject({
  id,
  teamId: text,
  personId: text,
  personEmail: text,
  personDisplayName: text,
  personOrgId: text,
  isModerator: flag,
  created: instant,
});

export const Group = z.looseObject({
  id,
  displayName: text,
  orgId: text,
  memberSize: whole,
  created: instant,
  lastModified: instant,
});

export const License = z.looseObject({
  id,
  name: text,
  totalUnits: whole,
  consumedUnits: whole,
  consumedByUsers: whole,
  consumedByWorkspaces: whole,
  subscriptionId: text,
  siteUrl: text,
  siteType: text,
});

export const Role = z.looseObject({ id, name: text });

export const Organization = z.looseObject({ id, displayName: text, created: instant });

export const AdminAuditEvent = z.looseObject({
  id,
  actorId: text,
  actorOrgId: text,
  created: instant,
  data: z.record(z.string(), z.json()).nullish(),
});
