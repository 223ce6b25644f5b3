import type { ConnectionTest, Connector } from '../client/operations.data.ts';
import { post } from './auth.ts';

/** What a link to connect by says to its holder. */
export interface OpenLink {
  organization: { name: string; logo?: string };
  /** What the connection will be called. */
  name?: string;
  connectors: Connector[];
  expires_at: string;
}

/** A system, as its owner describes it. */
export interface System {
  service_type: string;
  credentials: object;
  config?: object;
}

/** @throws {HubApiError} `not_found` for a link that was used, has expired or was taken back. */
export async function lookUpLink(token: string): Promise<OpenLink> {
  return trust<OpenLink>(await post('/connect/link', { token }));
}

export async function testByLink(token: string, system: System): Promise<ConnectionTest> {
  return trust<ConnectionTest>(await post('/connect/test', { token, ...system }));
}

/** Stores the connection. @returns where the browser goes now, if the link says so. */
export async function connectByLink(token: string, system: System): Promise<string | undefined> {
  return trust<{ return_url?: string }>(await post('/connect/finish', { token, ...system })).return_url;
}

/** Begins the authorization by the vendor. @returns where the browser goes now. */
export async function authorizeByLink(token: string, system: System): Promise<string> {
  return trust<{ authorize_url: string }>(await post('/connect/authorize', { token, ...system })).authorize_url;
}

/** The hub's own answers have the shape that its document gives them; these addresses are no operations of the client. */
function trust<Answer>(data: Record<string, unknown>): Answer {
  return data as Answer;
}
