import { z } from 'zod';

/** Records of SharePoint: the properties that integrations use. @see https://learn.microsoft.com/en-us/graph/api/resources/sharepoint */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();

export const List = z.looseObject({
  id,
  name: text,
  displayName: text,
  description: text,
  createdDateTime: instant,
  lastModifiedDateTime: instant,
  webUrl: text,
  list: open,
});

/** An item; `fields` holds the values of the list's columns, by their names. */
export const ListItem = z.looseObject({
  list_id: z.string().meta({ title: 'Id of the list' }),
  id,
  createdDateTime: instant,
  lastModifiedDateTime: instant,
  createdBy: open,
  lastModifiedBy: open,
  contentType: open,
  fields: open,
  webUrl: text,
});

/** What is written of an item: values of columns by their names, beside the id of its list. */
export const NewItem = z.looseObject({
  list_id: z.string().meta({ title: 'Id of the list' }),
  Title: z.string().optional().meta({ title: 'Title' }),
});

export const ChangedItem = NewItem.extend({ id });

export const Column = z.looseObject({
  id,
  name: text,
  displayName: text,
  description: text,
  columnGroup: text,
  readOnly: flag,
  required: flag,
  hidden: flag,
});

export const Drive = z.looseObject({
  id,
  name: text,
  description: text,
  driveType: text,
  createdDateTime: instant,
  lastModifiedDateTime: instant,
  owner: open,
  quota: open,
  webUrl: text,
});
