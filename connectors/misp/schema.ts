import { z } from 'zod';

/** Records of the MISP API: the fields that integrations use. Ids and instants are texts. @see https://www.misp-project.org/openapi/ */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
/** Seconds since 1970, as a text. */
const epoch = text;

export const Event = z.looseObject({
  id,
  uuid: text,
  info: text,
  date: text.meta({ title: 'Date, YYYY-MM-DD' }),
  threat_level_id: text.meta({ title: '1 high, 2 medium, 3 low, 4 undefined' }),
  analysis: text.meta({ title: '0 initial, 1 ongoing, 2 completed' }),
  distribution: text,
  sharing_group_id: text,
  published: flag,
  org_id: text,
  orgc_id: text,
  attribute_count: text,
  timestamp: epoch,
  publish_timestamp: epoch,
});

export const Attribute = z.looseObject({
  id,
  uuid: text,
  event_id: text,
  object_id: text,
  object_relation: text,
  category: text,
  type: text,
  value: text,
  to_ids: flag,
  distribution: text,
  comment: text,
  deleted: flag,
  first_seen: text,
  last_seen: text,
  timestamp: epoch,
});

export const Tag = z.looseObject({ id, name: text, colour: text, exportable: flag, hide_tag: flag, org_id: text });

export const Feed = z.looseObject({
  id,
  name: text,
  provider: text,
  url: text,
  enabled: flag,
  distribution: text,
  source_format: text,
});

export const Galaxy = z.looseObject({ id, uuid: text, name: text, type: text, description: text, version: text });

export const Warninglist = z.looseObject({
  id,
  name: text,
  type: text,
  description: text,
  version: text,
  enabled: flag,
});

export const User = z.looseObject({
  id,
  email: text,
  org_id: text,
  role_id: text,
  autoalert: flag,
  contactalert: flag,
  disabled: flag,
  termsaccepted: flag,
  invited_by: text,
  date_created: epoch,
  last_login: epoch,
});

export const Organisation = z.looseObject({
  id,
  uuid: text,
  name: text,
  description: text,
  type: text,
  nationality: text,
  sector: text,
  contacts: text,
  local: flag,
  date_created: text,
  date_modified: text,
});
