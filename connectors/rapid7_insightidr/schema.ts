import { z } from 'zod';

/** Records of the InsightIDR API. @see https://help.rapid7.com/insightidr/en-us/api/v1/docs.html */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const list = z.array(z.json()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const rrn = z.string().meta({ title: 'Rapid7 resource name' });
const name = text.meta({ title: 'Name' });

export const Investigation = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  rrn: text,
  title: text.meta({ title: 'Title' }),
  status: text.meta({ title: 'OPEN, INVESTIGATING or CLOSED' }),
  source: text.meta({ title: 'ALERT, MANUAL or HUNT' }),
  disposition: text,
  assignee: open,
  alerts: list,
  created_time: text,
});

export const Comment = z.looseObject({
  rrn,
  target: text.meta({ title: 'What it is about' }),
  body: text.meta({ title: 'Text' }),
  visibility: text,
  creator: open,
  created_time: text,
  attachments: list,
});

export const User = z.looseObject({ rrn, name, first_name: text, last_name: text, domain: text });

export const Account = z.looseObject({
  rrn,
  name,
  domain: text,
  disabled: flag,
  user: open,
  authentication_service: text,
});

export const Asset = z.looseObject({ rrn, name });

export const LocalAccount = z.looseObject({ rrn, name, user: open, asset: open });
