import { z } from 'zod';
import { messages } from '../../core/messages.ts';
import { parseValuePath } from '../../core/paths.ts';
import { isTemplate } from './template.ts';

/** Fields that definitions and forms of several connectors share. */

/** A path to a value in a body: `data.items`, `$` for the body itself. */
export const valuePath = z.string().refine((text) => parseValuePath(text) !== undefined, messages.pathInvalid);

/** Text with holes for values: `/users/{id}`. */
export const templateText = z.string().refine(isTemplate, messages.templateInvalid);

export const hostName = z.string().regex(/^[A-Za-z0-9._:-]{1,255}$/, messages.hostNameInvalid);

/** Certificates in PEM. */
export const pemCertificates = z
  .string()
  .regex(/-----BEGIN CERTIFICATE-----/, messages.certificateInvalid)
  .max(65_536);

/** How a CSV file is written, as an integration says it. */
export const csvOptions = z.strictObject({
  delimiter: z.string().length(1).default(','),
  quote: z.string().length(1).nullable().default('"'),
  columns: z.array(z.string().min(1).max(200)).min(1).max(2000).optional(),
  encoding: z.enum(['utf8', 'latin1']).default('utf8'),
  relaxed: z.boolean().default(false),
});
