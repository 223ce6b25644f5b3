/** The part of express (which has no types) that tests use. */
declare module 'express' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
  import type { SCIMMYRouters } from 'scimmy-routers';

  type Query = Record<string, string | number>;

  interface Request extends IncomingMessage {
    query: Query;
  }

  interface Response extends ServerResponse {
    json(body: unknown): void;
  }

  type Handler = (request: Request, response: Response, next: (error?: unknown) => void) => unknown;

  interface Router {
    use(...handlers: (Handler | SCIMMYRouters)[]): void;
    get(path: string, handler: Handler): void;
  }

  interface Application extends Router {
    set(name: 'query parser', parse: (text: string) => Query): void;
  }

  export default function express(): Application & RequestListener;
}
