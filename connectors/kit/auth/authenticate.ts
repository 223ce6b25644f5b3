import type { Clock } from '../../../core/clock.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Secret } from '../../../core/secret.ts';
import type { RequestPlan } from '../plan.ts';
import { parseTemplate, renderPlain } from '../template.ts';
import type { AuthMethod } from './methods.ts';
import { createSigner } from './sigv4.ts';

/** A request on its way out; authenticators change its address and headers. */
export interface OutgoingRequest {
  method: RequestPlan['method'];
  url: URL;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Adds the credentials of a connection to a request. Called once for each time a request is sent. */
export type Authenticate = (request: OutgoingRequest) => Promise<void>;

/** Binds an auth method to credentials. They are revealed here and stay inside the closure. */
export function createAuthenticator(method: AuthMethod, credentials: Secret<JsonObject>, clock: Clock): Authenticate {
  const { apply } = method;
  const fill = (template: string): string => {
    const values = credentials.reveal();
    return renderPlain(parseTemplate(template), (name) => (Object.hasOwn(values, name) ? values[name] : undefined));
  };
  switch (apply.kind) {
    case 'none':
    case 'database_password':
      return () => Promise.resolve();
    case 'api_key':
      return (request) => {
        if (apply.in === 'header') request.headers[fill(apply.name).toLowerCase()] = fill(apply.value);
        else request.url.searchParams.set(fill(apply.name), fill(apply.value));
        return Promise.resolve();
      };
    case 'basic':
      return (request) => {
        const pair = Buffer.from(`${fill(apply.username)}:${fill(apply.password)}`).toString('base64');
        request.headers['authorization'] = `Basic ${pair}`;
        return Promise.resolve();
      };
    case 'bearer':
      return (request) => {
        request.headers['authorization'] = `${apply.scheme} ${fill(apply.token)}`;
        return Promise.resolve();
      };
    case 'sigv4':
      return createSigner(apply.service, credentials, clock);
  }
}
