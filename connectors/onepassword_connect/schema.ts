import { z } from 'zod';

/** Records of a Connect server. @see https://developer.1password.com/docs/connect/api-reference/ */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const list = z.array(z.json()).nullish();
const open = z.record(z.string(), z.json()).nullish();

export const Vault = z.looseObject({
  id,
  name: text.meta({ title: 'Name' }),
  description: text,
  type: text.meta({ title: 'USER_CREATED, PERSONAL, EVERYONE or TRANSFER' }),
  items: whole.meta({ title: 'Number of items' }),
  attributeVersion: whole,
  contentVersion: whole,
  createdAt: instant,
  updatedAt: instant,
});

export const Item = z.looseObject({
  id,
  vault: z.looseObject({ id: z.string() }),
  title: text.meta({ title: 'Title' }),
  category: text.meta({ title: 'LOGIN, PASSWORD, API_CREDENTIAL, SERVER, DATABASE, …' }),
  tags: list,
  urls: list,
  favorite: flag,
  state: text.meta({ title: 'ARCHIVED or DELETED' }),
  version: whole,
  lastEditedBy: text,
  createdAt: instant,
  updatedAt: instant,
});

export const Activity = z.looseObject({
  requestId: id,
  timestamp: instant,
  action: text.meta({ title: 'READ, CREATE, UPDATE or DELETE' }),
  result: text.meta({ title: 'SUCCESS or DENY' }),
  actor: open,
  resource: open,
});
