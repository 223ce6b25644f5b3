import { z } from 'zod';

/** Records of Notion: the fields that integrations use. @see https://developers.notion.com/reference/page */

const text = z.string().nullish();
const time = text.meta({ format: 'date-time' });
const flag = z.boolean().nullish();
const open = z.record(z.string(), z.json()).nullish();
const id = z.string().optional().meta({ title: 'Id' });
const by = z.looseObject({ id: text }).nullish();
const list = z.array(z.json()).nullish();
const given = z.record(z.string(), z.json());

const content = {
  id,
  url: text,
  public_url: text,
  in_trash: flag,
  created_time: time,
  last_edited_time: time,
  created_by: by,
  last_edited_by: by,
  parent: open,
  icon: open,
  cover: open,
};

export const Page = z.looseObject({
  ...content,
  is_locked: flag,
  properties: open.meta({ title: 'Properties, by name: each has its value in the member that its type names' }),
});

export const DataSource = z.looseObject({ ...content, title: list, description: list, properties: open });

export const User = z.looseObject({
  id,
  type: text.meta({ title: 'person or bot' }),
  name: text,
  avatar_url: text,
  person: z.looseObject({ email: text }).nullish(),
});

const properties = given.meta({
  title: 'Properties, by name',
  example: { Name: { title: [{ text: { content: 'Laptop 7' } }] } },
});

export const NewEntry = z.strictObject({
  properties,
  icon: given.optional(),
  cover: given.optional(),
  children: z.array(given).optional().meta({ title: 'Blocks of the page' }),
});

export const NewPage = NewEntry.extend({
  parent: given.meta({ title: 'Where the page is', example: { page_id: '1c23ba17-240e-8053-8b4d-000b3c41d5a7' } }),
});
