import type { z } from 'zod';
import {
  findSchema,
  type HttpFind,
  type HttpRead,
  type HttpWrite,
  readSchema,
  type RequestTemplate,
  writeSchema,
} from './operations.ts';
import { requestSchema } from './request-schema.ts';

/** Completes a request with its defaults. */
export function requests(given: z.input<typeof requestSchema>): RequestTemplate {
  return requestSchema.parse(given);
}

/** Completes a reading operation with its defaults. */
export function reads(given: z.input<typeof readSchema>): HttpRead {
  return readSchema.parse(given);
}

/** Completes an operation that finds records with its defaults. */
export function finds(given: z.input<typeof findSchema>): HttpFind {
  return findSchema.parse(given);
}

/** Completes a writing operation with its defaults. */
export function writes(given: z.input<typeof writeSchema>): HttpWrite {
  return writeSchema.parse(given);
}
