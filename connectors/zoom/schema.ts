import { z } from 'zod';

/** Records of the Zoom API: the fields that integrations use. @see https://developers.zoom.us/docs/api/ */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const whole = z.int().nullish();
const texts = z.array(z.string()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });

export const User = z.looseObject({
  id,
  email: text,
  first_name: text,
  last_name: text,
  type: whole.meta({ title: '1 basic, 2 licensed, 99 none' }),
  status: text.meta({ title: 'active or inactive' }),
  dept: text,
  role_id: text,
  group_ids: texts,
  pmi: whole.meta({ title: 'Personal meeting id' }),
  timezone: text,
  verified: whole,
  created_at: instant,
  last_login_time: instant,
  last_client_version: text,
});

export const Group = z.looseObject({ id, name: text, total_members: whole });

export const GroupMember = z.looseObject({
  group_id: z.string().meta({ title: 'Id of the group' }),
  id,
  email: text,
  first_name: text,
  last_name: text,
  type: whole,
});

export const Role = z.looseObject({ id, name: text, description: text, total_members: whole });

export const Meeting = z.looseObject({
  id: z.int().meta({ title: 'Number of the meeting' }),
  uuid: text,
  host_id: text,
  topic: text,
  agenda: text,
  type: whole.meta({ title: '1 instant, 2 scheduled, 3 and 8 recurring' }),
  start_time: instant,
  duration: whole.meta({ title: 'Minutes' }),
  timezone: text,
  join_url: text,
  created_at: instant,
});

export const Room = z.looseObject({
  id,
  room_id: text,
  name: text,
  location_id: text,
  status: text.meta({ title: 'Offline, Available, InMeeting or UnderConstruction' }),
  activation_code: text,
});

export const SignIn = z.looseObject({
  email: text,
  time: instant,
  type: text.meta({ title: 'Sign in or Sign out' }),
  ip_address: text,
  client_type: text,
  version: text,
});

export const OperationLog = z.looseObject({
  time: instant,
  operator: text,
  category_type: text,
  action: text,
  operation_detail: text,
});
