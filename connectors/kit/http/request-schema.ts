import { z } from 'zod';
import { templateText as template, valuePath as path } from '../fields.ts';
import type { QueryTexts } from '../filters/filter-text.ts';
import { listHoles, parseTemplate } from '../template.ts';

/** A request as a connector defines it. */
export const requestSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /**
   * Stands in for the connector's base URL: a service of the vendor's with a host of its own. Holes: `config.NAME`,
   * `auth.NAME`, `names.NAME`.
   */
  base: template
    .refine(
      (given) => listHoles(parseTemplate(given)).every((hole) => /^(?:config|auth|names)\./.test(hole)),
      'Only the configuration and the credentials may choose a host.',
    )
    .optional(),
  /**
   * Joined to the base URL. Holes: `config.NAME`, and what the operation works on (`entry.NAME`, a record's fields).
   */
  path: template,
  query: z
    .custom<QueryTexts>(() => true)
    .pipe(z.record(z.string(), template))
    .default({}),
  headers: z.record(z.string(), z.string()).default({}),
  /** Constant members of the body, for reading by POST. */
  body: z.record(z.string(), z.json()).optional(),
  /** Members by their path, filled in: one hole alone keeps its value's type, and is left out where it has none. */
  bodyFields: z.record(path, template).optional(),
  encoding: z.enum(['json', 'form']).optional(),
  /** How a form has lists: as JSON, which is the default, or by their name once for each element. */
  formLists: z.enum(['json', 'repeat']).optional(),
  /** An XML body instead, such as a SOAP envelope. Values in its holes are escaped; missing ones are empty. */
  xml: template.optional(),
});
