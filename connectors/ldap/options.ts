import { z } from 'zod';
import { isFilter } from '../kit/ldap/filter.ts';

const dn = z.string().min(3).max(1024).regex(/=/, 'Must be a distinguished name: ou=people,dc=example,dc=com.');
const attribute = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9;-]{0,127}$/, 'Must be the name of an attribute: employeeNumber.');

const filter = z.string().max(8192).refine(isFilter, 'This is not a filter of RFC 4515, such as (uid=ann).');

const entries = {
  base_dn: dn
    .optional()
    .meta({ title: 'Where the entries are', help: 'The base of the connection where it is left out.' }),
  scope: z.enum(['sub', 'one', 'base']).default('sub').meta({ title: 'How deep below' }),
  filter: filter.optional().meta({ title: 'Filter (RFC 4515) beside the class', example: '(departmentNumber=42)' }),
  lists: z.array(attribute).max(200).default([]).meta({ title: 'Attributes that are lists even with one value' }),
};

export const sourceOptions = z.strictObject({
  ...entries,
  attributes: z
    .array(attribute)
    .min(1)
    .max(500)
    .optional()
    .meta({ title: 'Attributes to read', help: 'All but the operational ones where it is left out.' }),
  page_size: z.int().min(1).max(1000).default(500).meta({ title: 'Entries in a page' }),
  incremental: z.boolean().default(false).meta({
    title: 'Ask for what changed',
    help: 'By modifyTimestamp and createTimestamp, which the directory must keep and show.',
  }),
  overlap_seconds: z.int().min(0).max(604_800).default(300).meta({
    title: 'Seconds of changes read again',
    help: 'Longer than the clocks differ, and than changes take to reach this server.',
  }),
});

export const targetOptions = z.strictObject({
  ...entries,
  rdn: attribute.optional().meta({
    title: 'Attribute that names new entries',
    help: 'Where it is left out, the first match field. A record with a dn brings its own name.',
  }),
  object_classes: z
    .array(attribute)
    .min(1)
    .max(20)
    .optional()
    .meta({ title: 'Classes of new entries', help: 'That of the object where it is left out.' }),
});
