import type { FieldError } from '../../core/errors.ts';
import type { PageMeta } from '../../core/pagination.ts';

/** An answer of the API, already checked against the OpenAPI document, under the names that tests ask for. */
export interface Answer {
  status: number;
  headers: Headers;
  /** As it came. */
  body: Record<string, unknown>;
  /** `data` of a single resource. */
  data: Item;
  /** `data` of a list. */
  list: Item[];
  meta: PageMeta;
  error: {
    code: string;
    message: string;
    details: { request_id: string; errors: FieldError[] } & Record<string, unknown>;
  };
}

export interface Item {
  id: string;
  name: string;
  status: string;
  created_at: string;
  updated_at: string;
  [field: string]: unknown;
}

/** The contract check has shown that the body is what the document says; a test that reads a wrong part fails by it. */
export function toAnswer(response: Response, body: unknown): Answer {
  const { status, headers } = response;
  const envelope = (body ?? {}) as { data: Item & Item[] } & Pick<Answer, 'meta' | 'error' | 'body'>;
  const { data, meta, error } = envelope;
  return { status, headers, body: { ...envelope }, data, list: data, meta, error };
}
