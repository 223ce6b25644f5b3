import { z } from 'zod';

/** @see https://www.rfc-editor.org/rfc/rfc7644#section-3.10 (attribute notation; extensions are left out) */
const attribute = z
  .string()
  .regex(
    /^[A-Za-z][\w$-]{0,99}(?:\.[A-Za-z][\w$-]{0,99})?$/,
    'Must be an attribute, or a member of one: name.familyName.',
  );

/** Of a filter or a list of attributes. */
const expression = z.string().min(1).max(2048);

export const sourceOptions = z.strictObject({
  paging: z.enum(['index', 'cursor']).default('index').meta({
    title: 'How pages follow one another',
    help: 'By index, as every service can; or by cursor (RFC 9865), which loses nothing when resources change meanwhile.',
  }),
  page_size: z.int().min(1).max(1000).default(100).meta({ title: 'Resources in a page; a service may give fewer' }),
  filter: expression.optional().meta({ title: 'Only resources that this filter fits', example: 'active eq true' }),
  attributes: expression.optional().meta({ title: 'Only these attributes, with commas between them' }),
  excluded_attributes: expression.optional().meta({ title: 'All but these attributes', example: 'members' }),
  incremental: z
    .boolean()
    .default(false)
    .meta({ title: 'Ask for what changed', help: 'The service must filter by meta.lastModified.' }),
});

export const targetOptions = z.strictObject({
  look_up: attribute.optional().meta({
    title: 'Attribute that records are looked up by',
    help: 'It is unique. userName for users, displayName for groups and externalId for others where it is left out.',
    example: 'externalId',
  }),
  update: z.enum(['patch', 'put']).default('patch').meta({
    title: 'How a resource is changed',
    help: 'patch: only what the record has. put: the whole resource, for services without PATCH.',
  }),
  on_delete: z
    .enum(['delete', 'deactivate'])
    .optional()
    .meta({ title: 'What a deletion does', help: 'Users are deactivated where it is left out, others deleted.' }),
  schemas: z
    .array(z.string().min(1).max(512))
    .min(1)
    .max(20)
    .optional()
    .meta({ title: 'Schemas of a resource', help: 'Those of users and groups are known.' }),
});

export type SourceOptions = z.output<typeof sourceOptions>;
export type TargetOptions = z.output<typeof targetOptions>;
