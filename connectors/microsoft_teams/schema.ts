import { z } from 'zod';

/** Records of Microsoft Teams: the properties that integrations use. @see https://learn.microsoft.com/en-us/graph/api/resources/teams-api-overview */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const team_id = z.string().meta({ title: 'Id of the team' });
const chat_id = z.string().meta({ title: 'Id of the chat' });

export const Team = z.looseObject({
  id,
  displayName: text,
  description: text,
  visibility: text.meta({ title: 'private, public or hiddenMembership' }),
  isArchived: flag,
  createdDateTime: instant,
  webUrl: text,
});

export const Channel = z.looseObject({
  team_id,
  id,
  displayName: text,
  description: text,
  membershipType: text.meta({ title: 'standard, private or shared' }),
  email: text,
  createdDateTime: instant,
  webUrl: text,
});

/** `id` is that of the membership; the user's own is `userId`, which the description has not. */
export const TeamMember = z.looseObject({ team_id, id, displayName: text, roles: texts });

export const Chat = z.looseObject({
  id,
  topic: text,
  chatType: text.meta({ title: 'oneOnOne, group or meeting' }),
  createdDateTime: instant,
  lastUpdatedDateTime: instant,
  webUrl: text,
});

export const ChatMember = z.looseObject({ chat_id, id, displayName: text, roles: texts });

export const ChatMessage = z.looseObject({
  chat_id,
  id,
  messageType: text,
  createdDateTime: instant,
  lastModifiedDateTime: instant,
  deletedDateTime: instant,
  subject: text,
  importance: text,
  from: open,
  body: open,
  attachments: list,
  mentions: list,
  reactions: list,
  replyToId: text,
  webUrl: text,
});
