import { z } from 'zod';

/** Records of Splunk: the fields that integrations use. @see https://docs.splunk.com/Documentation/Splunk/latest/RESTREF/RESTprolog */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const amount = z.number().nullish();
const texts = z.array(z.string()).nullish();
const name = z.string().optional().meta({ title: 'Name' });
const key = z.string().min(1).meta({ title: 'Name' });
const acl = z.looseObject({ app: text, owner: text, sharing: text }).nullish();

/** What all entries of a feed have. */
const entry = { name, id: text.meta({ title: 'Address of the entry' }), author: text, updated: text, acl };

export const Index = z.looseObject({
  ...entry,
  datatype: text.meta({ title: 'event or metric' }),
  disabled: flag,
  totalEventCount: amount,
  currentDBSizeMB: amount,
  maxTotalDataSizeMB: amount,
  frozenTimePeriodInSecs: amount,
  homePath: text,
  minTime: text,
  maxTime: text,
});

export const NewIndex = z.strictObject({
  name: key,
  datatype: z.enum(['event', 'metric']).optional(),
  maxTotalDataSizeMB: z.int().optional(),
  frozenTimePeriodInSecs: z.int().optional(),
});

export const SavedSearch = z.looseObject({
  ...entry,
  search: text,
  description: text,
  disabled: flag,
  is_scheduled: flag,
  cron_schedule: text,
  next_scheduled_time: text,
  alert_type: text,
  alert_comparator: text,
  alert_threshold: text,
  actions: text,
  'dispatch.earliest_time': text,
  'dispatch.latest_time': text,
});

export const NewSavedSearch = z.strictObject({
  name: key,
  search: z.string().min(1).meta({ title: 'Search, in SPL' }),
  description: z.string().optional(),
  disabled: z.boolean().optional(),
  is_scheduled: z.boolean().optional(),
  cron_schedule: z.string().optional().meta({ example: '*/15 * * * *' }),
  alert_type: z.string().optional(),
  alert_comparator: z.string().optional(),
  alert_threshold: z.string().optional(),
  actions: z.string().optional().meta({ title: 'Actions, with commas between them' }),
  'dispatch.earliest_time': z.string().optional(),
  'dispatch.latest_time': z.string().optional(),
});

export const FiredAlert = z.looseObject({ ...entry, triggered_alert_count: amount });

export const SearchJob = z.looseObject({
  ...entry,
  sid: z.string().optional().meta({ title: 'Search id' }),
  dispatchState: text,
  doneProgress: amount,
  eventCount: amount,
  resultCount: amount,
  runDuration: amount,
  isSavedSearch: flag,
  label: text,
  ttl: amount,
});

export const User = z.looseObject({
  ...entry,
  realname: text,
  email: text,
  roles: texts,
  defaultApp: text,
  tz: text,
  type: text.meta({ title: 'Splunk, LDAP or SAML' }),
  capabilities: texts,
});

export const NewUser = z.strictObject({
  name: key.meta({ title: 'User name' }),
  password: z.string().min(8).optional().meta({ title: 'Password, which a new user needs' }),
  realname: z.string().optional(),
  email: z.string().optional(),
  roles: z.string().min(1).meta({ title: 'Role', help: 'One; a write replaces all that the user has.' }),
  defaultApp: z.string().optional(),
  tz: z.string().optional(),
});

export const Role = z.looseObject({
  ...entry,
  capabilities: texts,
  imported_capabilities: texts,
  imported_roles: texts,
  srchFilter: text,
  srchIndexesAllowed: texts,
  srchIndexesDefault: texts,
});

export const App = z.looseObject({
  ...entry,
  label: text,
  version: text,
  description: text,
  disabled: flag,
  visible: flag,
});

export const Event = z.strictObject({
  event: z.json().meta({ title: 'Event: a text or an object' }),
  time: z.number().optional().meta({ title: 'Time, in seconds since 1970' }),
  host: z.string().optional(),
  source: z.string().optional(),
  sourcetype: z.string().optional(),
  index: z.string().optional(),
  fields: z.record(z.string(), z.json()).optional().meta({ title: 'Indexed fields' }),
});
