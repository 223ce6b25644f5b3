import { z } from 'zod';

/** Records of the ClickUp API: the fields that integrations use. @see https://developer.clickup.com/reference/getfilteredteamtasks */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const amount = z.number().nullish();
/** Milliseconds since 1970, as text. @see https://developer.clickup.com/reference/getfilteredteamtasks */
const epoch = z.string().nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();
/** A space, a folder or a list: its id and its name. */
const reference = z.looseObject({ id: text, name: text }).nullish();
const person = { id: z.int().nullish(), username: text, email: text, color: text };
const people = z.array(z.looseObject(person)).nullish();

export const Member = z.looseObject({
  team_id: z.string().meta({ title: 'Id of the workspace' }),
  user: z.looseObject({ ...person, id: z.int().meta({ title: 'Id' }) }),
});

export const UserGroup = z.looseObject({
  id,
  team_id: text,
  name: text,
  handle: text,
  date_created: epoch,
  members: people,
});

export const Space = z.looseObject({
  id,
  name: text,
  private: flag,
  color: text,
  archived: flag,
  multiple_assignees: flag,
  statuses: list,
  features: open,
});

export const Folder = z.looseObject({
  id,
  name: text,
  orderindex: whole,
  hidden: flag,
  task_count: text,
  space: reference,
});

export const List = z.looseObject({
  id,
  name: text,
  content: text,
  orderindex: whole,
  due_date: epoch,
  start_date: epoch,
  archived: flag,
  folder: reference,
  space: reference,
});

export const FolderList = z.looseObject({ id, folder_id: text, name: text, archived: flag, space: reference });

export const Task = z.looseObject({
  id,
  custom_id: text,
  name: text,
  text_content: text,
  description: text,
  status: z.looseObject({ status: text, type: text, color: text }).nullish(),
  date_created: epoch,
  date_updated: epoch,
  date_closed: epoch,
  date_done: epoch,
  due_date: epoch,
  start_date: epoch,
  creator: z.looseObject(person).nullish(),
  assignees: people,
  tags: z.array(z.looseObject({ name: text })).nullish(),
  parent: text,
  priority: z.json().nullish(),
  points: amount,
  time_estimate: amount,
  custom_fields: z.array(z.looseObject({ id: text, name: text, type: text, value: z.json().nullish() })).nullish(),
  team_id: text,
  url: text,
  list: reference,
  folder: reference,
  space: z.looseObject({ id: text }).nullish(),
});

export const CustomField = z.looseObject({
  id,
  name: text,
  type: text,
  type_config: open,
  date_created: epoch,
  hide_from_guests: flag,
});
