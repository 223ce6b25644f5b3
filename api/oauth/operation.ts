import type { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import type { ServiceDeps } from '../../services/shared/context.ts';
import type { AuthorizationServer } from '../../services/access/oauth/authorization-server.ts';
import type { OauthError } from '../../services/access/oauth/oauth-error.ts';
import type { Oauth } from '../../services/access/oauth/open-oauth.ts';
import type { HubContext } from '../hub-context.ts';
import type { Headers } from '../answers/respond.ts';
import type { RequestSummary } from '../request-summary.ts';

/**
 * One address outside of the bases, with the forms of its own standard instead of our envelope.
 *
 * As with routes, what is served and what the OpenAPI document says are one object.
 */
export interface OauthOperation {
  readonly method: 'get' | 'post';
  path(oauth: Pick<Oauth, 'server'>): string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** Parameters of the form, for documentation; the client authenticates itself. Absent for documents. */
  readonly form?: z.ZodObject;
  /** Parameters of the query, for documentation. Absent for documents. */
  readonly query?: z.ZodObject;
  readonly data: z.ZodType;
  /** What is answered, where it follows from the hub's addresses alone: the document shows it as it is. */
  example?(server: AuthorizationServer): JsonObject;
  /** A refusal (400) that a client may meet. Absent for documents. */
  readonly refusal?: OauthError;
  answer(request: OauthRequest): Promise<OauthResult> | OauthResult;
  /** Where the browser of a person goes that is refused. Default: it is shown the refusal. */
  refusedPage?(publicUrl: string): string;
}

export interface OauthResult {
  data: object;
  headers?: Headers;
  /** Where the browser of a person goes, who would not read the answer. */
  location?: string;
}

/** Whether a person's browser comes itself, to show what it gets. @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header */
export function isNavigation(c: HubContext): boolean {
  return c.req.header('sec-fetch-mode') === 'navigate';
}

export interface OauthRequest {
  c: HubContext;
  oauth: Oauth;
  services: ServiceDeps;
  requestId: string;
  /** Where the request comes from, as far as it is known. */
  address: string | undefined;
  summary: RequestSummary;
}
