import { z } from 'zod';

/** Records of Outlook: the properties that integrations use. @see https://learn.microsoft.com/en-us/graph/api/resources/mail-api-overview */

const id = z.string().meta({ title: 'Id' });
const mailbox = z.string().meta({ title: 'Mailbox' });
const text = z.string().nullish();
const texts = z.array(z.string()).nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();

export const MailFolder = z.looseObject({
  mailbox,
  id,
  displayName: text,
  parentFolderId: text,
  childFolderCount: whole,
  totalItemCount: whole,
  unreadItemCount: whole,
  isHidden: flag,
});

export const Message = z.looseObject({
  mailbox,
  id,
  subject: text,
  bodyPreview: text,
  body: open,
  from: open,
  sender: open,
  toRecipients: list,
  ccRecipients: list,
  bccRecipients: list,
  replyTo: list,
  receivedDateTime: instant,
  sentDateTime: instant,
  createdDateTime: instant,
  lastModifiedDateTime: instant,
  isRead: flag,
  isDraft: flag,
  hasAttachments: flag,
  importance: text.meta({ title: 'low, normal or high' }),
  categories: texts,
  flag: open,
  conversationId: text,
  internetMessageId: text,
  parentFolderId: text,
  webLink: text,
});

export const Calendar = z.looseObject({
  mailbox,
  id,
  name: text,
  color: text,
  isDefaultCalendar: flag,
  canEdit: flag,
  owner: open,
});

/** A series of events is one record; times are in the zone that they name. */
export const Event = z.looseObject({
  mailbox,
  id,
  subject: text,
  bodyPreview: text,
  body: open,
  start: open,
  end: open,
  isAllDay: flag,
  isCancelled: flag,
  location: open,
  organizer: open,
  attendees: list,
  recurrence: open,
  showAs: text,
  sensitivity: text,
  categories: texts,
  iCalUId: text,
  isOnlineMeeting: flag,
  createdDateTime: instant,
  lastModifiedDateTime: instant,
  webLink: text,
});

export const Contact = z.looseObject({
  mailbox,
  id,
  displayName: text,
  givenName: text,
  surname: text,
  emailAddresses: list,
  companyName: text,
  department: text,
  jobTitle: text,
  mobilePhone: text,
  businessPhones: texts,
  createdDateTime: instant,
  lastModifiedDateTime: instant,
});
