import { z } from 'zod';

/** Records of the Box API: the fields that integrations use. @see https://developer.box.com/reference/ */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
/** A user, a group or an item, with its name, and its login where it is a user. */
const reference = z.looseObject({ id: text, type: text, name: text, login: text }).nullish();
const plainReference = z.looseObject({ id: text, type: text, name: text }).nullish();

export const User = z.looseObject({
  id,
  name: text,
  login: text.meta({ title: 'E-mail address' }),
  status: text.meta({ title: 'active, inactive, cannot_delete_edit or cannot_delete_edit_upload' }),
  role: text.meta({ title: 'admin, coadmin or user' }),
  job_title: text,
  phone: text,
  address: text,
  language: text,
  timezone: text,
  space_amount: whole,
  space_used: whole,
  is_sync_enabled: flag,
  is_external_collab_restricted: flag,
  is_exempt_from_login_verification: flag,
  external_app_user_id: text,
  created_at: instant,
  modified_at: instant,
});

export const Group = z.looseObject({
  id,
  name: text,
  description: text,
  provenance: text,
  external_sync_identifier: text,
  invitability_level: text,
  member_viewability_level: text,
  created_at: instant,
  modified_at: instant,
});

export const GroupMembership = z.looseObject({
  id,
  user: reference,
  group: plainReference,
  role: text.meta({ title: 'member or admin' }),
  created_at: instant,
  modified_at: instant,
});

export const Item = z.looseObject({
  folder_id: z.string().meta({ title: 'Id of the folder that was listed' }),
  type: z.string().meta({ title: 'file, folder or web_link' }),
  id,
  name: text,
  description: text,
  size: whole,
  created_at: instant,
  modified_at: instant,
  owned_by: reference,
  item_status: text.meta({ title: 'active, trashed or deleted' }),
});

export const Folder = z.looseObject({
  id,
  name: text,
  description: text,
  created_at: instant,
  modified_at: instant,
  owned_by: reference,
  parent: plainReference,
  item_status: text,
});

export const Collaboration = z.looseObject({
  id,
  role: text.meta({ title: 'editor, viewer, previewer, uploader, co-owner, owner, …' }),
  status: text.meta({ title: 'accepted, pending or rejected' }),
  accessible_by: reference,
  item: plainReference,
  invite_email: text,
  expires_at: instant,
  created_at: instant,
  modified_at: instant,
});

export const Event = z.looseObject({
  event_id: z.string().meta({ title: 'Id' }),
  event_type: text,
  created_at: instant,
  created_by: reference,
  source: z.json(),
  additional_details: z.json(),
});
