import { z } from 'zod';
import type { FieldError } from '../../core/errors.ts';
import { templateText, valuePath } from '../kit/fields.ts';
import { type Pagination, paginationSchema } from '../kit/http/pagination-schema.ts';
import { listHoles, parseTemplate } from '../kit/template.ts';

/** How pages follow one another, as an integration's options say it. */

const name = z.string().min(1).max(200);
const path = valuePath.max(512);
const place = z.enum(['query', 'body', 'header']).default('query');

/** The size of pages, and what tells that one was the last. */
const common = {
  size_parameter: name.optional(),
  has_more_path: path.optional().meta({ title: 'False there ends the reading' }),
  end_path: path.optional().meta({ title: 'True there ends the reading' }),
  short_page_ends: z.boolean().optional().meta({ title: 'A page that is not full is the last' }),
  empty_page_ends: z.boolean().optional().meta({ title: 'A page without records is the last' }),
};

export const paginationOptions = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('page'),
    parameter: name.default('page'),
    first: z.int().min(0).max(1).default(1),
    in: place,
    total_pages_path: path.optional(),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('offset'),
    parameter: name.default('offset'),
    first: z.int().min(0).max(1).default(0),
    in: place,
    total_path: path.optional(),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('cursor'),
    parameter: name.default('cursor'),
    in: place,
    path: path.optional(),
    header: name.optional(),
    ...common,
  }),
  z.strictObject({ kind: z.literal('link_header'), rel: name.default('next'), ...common }),
  z.strictObject({ kind: z.literal('next_url'), path, ...common }),
  z.strictObject({ kind: z.literal('range_header'), unit: name.default('items'), ...common }),
  z.strictObject({
    kind: z.literal('keyset'),
    parameter: name,
    in: place,
    fields: z.array(path).min(1).max(4).meta({ title: 'Fields of a unique key that the request sorts by' }),
    after: templateText
      .max(2048)
      .optional()
      .meta({ title: 'Value of the parameter, with a hole for each field', example: 'id > {id}' }),
    first: name.optional().meta({ title: 'Value of the parameter for the first page' }),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('search_after'),
    parameter: name.default('search_after'),
    sort_path: path.default('sort'),
    ...common,
  }),
]);

export type PaginationOptions = z.output<typeof paginationOptions>;

/** The kit's paging has the same members, in camel case. */
export function toPagination(options: PaginationOptions, pageSize: number): Pagination {
  const members = Object.entries(options).map(([option, value]): [string, unknown] => [toCamelCase(option), value]);
  return paginationSchema.parse({ ...Object.fromEntries(members), ...(options.kind === 'none' ? {} : { pageSize }) });
}

function toCamelCase(text: string): string {
  return text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** What is wrong with paging, beside its shape: paths of problems begin at the options. */
export function checkPagination(
  pagination: PaginationOptions,
  { method, format }: { method: 'GET' | 'POST'; format: string },
): FieldError[] {
  const problems: FieldError[] = [];
  const refuse = (at: string, message: string): void => {
    problems.push({ path: `options.pagination${at}`, code: 'invalid_value', message });
  };
  const isInBody = pagination.kind === 'search_after' || ('in' in pagination && pagination.in === 'body');
  if (isInBody && method !== 'POST') refuse('.in', 'Only a POST has a body.');
  if (pagination.kind === 'cursor' && (pagination.path === undefined) === (pagination.header === undefined)) {
    refuse('', 'Say where the next cursor is: either path or header.');
  }
  if (pagination.kind === 'keyset') {
    const { after, fields } = pagination;
    const isFilled = after === undefined || listHoles(parseTemplate(after)).every((hole) => fields.includes(hole));
    if (after === undefined && fields.length > 1) refuse('.after', 'Several fields need a text with a hole for each.');
    if (!isFilled) refuse('.after', 'Its holes are the fields of the key.');
  }
  const readsDocument = Object.keys(pagination).some((option) => option.endsWith('path') && option !== 'sort_path');
  if (format !== 'json' && readsDocument) refuse('', 'Paths into the answer need the format json.');
  return problems;
}
