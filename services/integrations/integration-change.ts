import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import { definitionSchema } from '../../flow/definition.ts';
import { nameSchema, readOnly } from '../shared/schemas.ts';

/** Members that nobody can set; a client may send them back as it read them. */
export const readOnlyMembers = {
  id: readOnly,
  status: readOnly,
  revision: readOnly,
  active_revision: readOnly,
  readiness: readOnly,
  warnings: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
};

const ofDefinition = Object.fromEntries(
  Object.entries(definitionSchema.shape).map(([name, member]) => {
    const { description } = member.meta() ?? {};
    return [name, description === undefined ? member.nullable() : member.nullable().meta({ description })];
  }),
);

/** Members to put in place of the present ones, for documentation: what they make of it is checked as a whole. */
export const integrationChange = z
  .strictObject({
    name: nameSchema.optional(),
    account_id: z.string().nullable().optional(),
    ...ofDefinition,
    ...readOnlyMembers,
  })
  .meta({ id: 'IntegrationChange' });

/** Any JSON object; the integration that results from it is checked as a whole. */
export const anyChange = z.record(z.string(), freeJson).meta({ id: 'IntegrationPatch' });
