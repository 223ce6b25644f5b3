import { z } from 'zod';

/** Records of the Slack Web API: the fields that integrations use. @see https://docs.slack.dev/reference/objects/ */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
/** Seconds since 1970. */
const epochS = z.number().nullish();
const topic = z.looseObject({ value: text, creator: text, last_set: epochS }).nullish();

export const User = z.looseObject({
  id,
  team_id: text,
  name: text,
  deleted: flag.meta({ title: 'Deactivated' }),
  real_name: text,
  tz: text,
  is_admin: flag,
  is_owner: flag,
  is_primary_owner: flag,
  is_restricted: flag.meta({ title: 'Guest' }),
  is_ultra_restricted: flag.meta({ title: 'Guest of a single channel' }),
  is_bot: flag,
  has_2fa: flag,
  updated: epochS,
  profile: z
    .looseObject({
      email: text,
      real_name: text,
      display_name: text,
      first_name: text,
      last_name: text,
      title: text,
      phone: text,
      status_text: text,
      status_emoji: text,
      team: text,
    })
    .nullish(),
});

export const Channel = z.looseObject({
  id,
  name: text,
  is_channel: flag,
  is_private: flag,
  is_archived: flag,
  is_general: flag,
  is_shared: flag,
  is_member: flag,
  created: epochS,
  creator: text,
  num_members: z.int().nullish(),
  topic,
  purpose: topic,
});

/** A user in a channel. */
export const ChannelMember = z.looseObject({
  channel_id: z.string().meta({ title: 'Id of the channel' }),
  user_id: z.string().meta({ title: 'Id of the user' }),
});

export const UserGroup = z.looseObject({
  id,
  team_id: text,
  name: text,
  handle: text,
  description: text,
  date_create: epochS,
  date_update: epochS,
  date_delete: epochS.meta({ title: 'When it was disabled; 0 if it is not' }),
  created_by: text,
  users: z.array(z.string()).nullish(),
});

/** A message of a channel. Its time is its id. */
export const Message = z.looseObject({
  channel_id: z.string().meta({ title: 'Id of the channel' }),
  ts: z.string().meta({ title: 'Time, in seconds since 1970, with a fraction that makes it the id' }),
  type: text,
  subtype: text,
  text,
  user: text,
  bot_id: text,
  thread_ts: text,
  reply_count: z.int().nullish(),
});
