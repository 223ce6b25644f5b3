import { z } from 'zod';
import type { DynamicObjects, HttpObject } from '../kit/object-types.ts';
import { toPlainText } from '../kit/type-guards.ts';
import { allFieldsOf, guide, listOf, recordsOf, writesByExternalId, writesById } from './records.ts';
import { Row } from './schema.ts';

/** @see https://help.salesforce.com/s/articleView?id=000387826&type=1 */
const name = /^[A-Za-z]\w{0,79}$/;
/** Fields of related records have dots: `Owner.Email`. */
const path = /^[A-Za-z]\w{0,79}(?:\.[A-Za-z]\w{0,79}){0,5}$/;

const sourceOptions = z.strictObject({
  fields: z
    .array(z.string().regex(path, 'Must be the name of a field, such as Badge__c or Owner.Email.'))
    .max(500)
    .default([])
    .meta({
      title: 'Fields',
      help: 'Empty: all fields, custom ones included, which takes ten times as many calls.',
      example: ['Name', 'Badge__c', 'Owner.Email'],
    }),
  where: z
    .string()
    .max(4000)
    .default('')
    .meta({ title: 'Condition', help: 'What stands behind WHERE, in SOQL.', example: "Status__c = 'Active'" }),
});

const targetOptions = z.strictObject({
  external_id: z
    .string()
    .regex(name, 'Must be the name of a field that is an external id: Employee_Number__c.')
    .optional()
    .meta({
      title: 'External id',
      help: 'The field that records are found by. Without it, records are created, and changed by their ids only.',
      example: 'Employee_Number__c',
    }),
});

/** Any object by its API name, custom ones included. */
export const anyObject: DynamicObjects<HttpObject> = {
  title: 'Objects',
  help: 'The API name of any object, such as `Badge__c`, `Task` or `Account`.',
  sourceOptions,
  targetOptions,
  resolve: ({ object, options, role }) => {
    if (!name.test(object)) {
      const message = 'Must be the API name of an object: letters, digits and underscores, as in Badge__c.';
      return { ok: false, problems: [{ path: 'object', code: 'invalid_value', message }] };
    }
    return { ok: true, object: role === 'source' ? readsAny(object, options) : writesAny(object, options) };
  },
  examples: [
    {
      title: 'Read a custom object with all of its fields',
      request: { config: { domain: 'acme' }, object: 'Badge__c', options: {}, role: 'source' },
    },
    {
      title: 'Read some fields of accounts, custom ones among them',
      request: {
        config: { domain: 'acme' },
        object: 'Account',
        options: { fields: ['Name', 'Region__c', 'Owner.Email'], where: "Type = 'Customer'" },
        role: 'source',
      },
    },
    {
      title: 'Write contacts by an external id',
      request: {
        config: { domain: 'acme' },
        object: 'Contact',
        options: { external_id: 'Employee_Number__c' },
        role: 'target',
      },
    },
    {
      title: 'Write records by their ids',
      request: { config: { domain: 'acme' }, object: 'Task', options: {}, role: 'target' },
    },
  ],
};

function readsAny(sobject: string, options: unknown): HttpObject {
  const { fields, where } = sourceOptions.parse(options);
  const list = { title: sobject, schema: Row };
  if (fields.length === 0) return listOf({ ...list, ...allFieldsOf({ sobject, where }) });
  const names = [...new Set(['Id', 'SystemModstamp', ...fields])].join(', ');
  return listOf({ ...list, ...recordsOf({ sobject, fields: names, where }) });
}

function writesAny(sobject: string, options: unknown): HttpObject {
  const field = toPlainText(targetOptions.parse(options).external_id);
  return {
    title: sobject,
    key: field === '' ? ['Id'] : [field],
    docsUrl: `${guide}/${field === '' ? 'using-resources-working-with-records' : 'dome-upsert'}.md`,
    operations: field === '' ? writesById(sobject) : writesByExternalId(sobject, field),
  };
}
