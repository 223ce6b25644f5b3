import type { AuthMethod } from '../../../connectors/kit/auth/methods.ts';
import type { ConnectorSession } from '../../../connectors/drivers/shared/session.ts';
import type { JsonObject } from '../../../core/json.ts';
import { connectorWith } from '../auth-connector.ts';
import { openTestSession, readAll } from '../http-session.ts';
import { HttpStub, type SeenRequest } from '../http.ts';

/** What a vendor answers to those whom it knows, and to others. */
export const people = { json: [{ id: 1 }] };
export const refused = { status: 401, json: {} };

/** A stub of a vendor with people, and one session that reads them by a method of authentication. */
export class AuthVendor {
  readonly stub: HttpStub;
  #session: ConnectorSession | undefined;

  constructor(stub: HttpStub) {
    this.stub = stub;
  }

  static async start(): Promise<AuthVendor> {
    return new AuthVendor(await HttpStub.start());
  }

  open(method: AuthMethod, credentials: JsonObject): ConnectorSession {
    const config = { base_url: this.stub.url };
    this.#session = openTestSession(connectorWith(method), { config, credentials, allow: ['127.0.0.0/8'] });
    return this.#session;
  }

  /** Reads the people with a method's credentials, in the session that is open. @returns how many came. */
  async read(method: AuthMethod, credentials: JsonObject, times = 1): Promise<number> {
    const session = this.#session ?? this.open(method, credentials);
    let count = 0;
    for (let time = 0; time < times; time += 1) {
      count += (await readAll(session.openSource({ object: 'people', options: {} }))).pages.flat().length;
    }
    return count;
  }

  /** Ends the session; the next reading opens another. */
  async close(): Promise<void> {
    await this.#session?.close();
    this.#session = undefined;
  }

  seen(route: string): SeenRequest[] {
    return this.stub.requests.filter(({ method, url }) => `${method} ${url.split('?')[0]}` === route);
  }

  /** One header of each request of a route. */
  headers(route: string, name: string): unknown[] {
    return this.seen(route).map(({ headers }) => headers[name]);
  }

  /** The form that each request of a route carried. */
  forms(route: string): Record<string, string>[] {
    return this.seen(route).map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  }

  async stop(): Promise<void> {
    await this.close();
    await this.stub.stop();
  }
}
