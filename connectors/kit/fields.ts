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
