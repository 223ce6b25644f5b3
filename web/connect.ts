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
  const found: unknown = await post('/connect/link', { token });
  if (!isOpenLink(found)) throw unreadable();
  return found;
}

export async function testByLink(token: string, system: System): Promise<ConnectionTest> {
  const test: unknown = await post('/connect/test', { token, ...system });
  if (!isTest(test)) throw unreadable();
  return test;
}

/** Stores the connection. @returns where the browser goes now, if the link says so. */
export async function connectByLink(token: string, system: System): Promise<string | undefined> {
  const { return_url: next } = await post('/connect/finish', { token, ...system });
  return typeof next === 'string' ? next : undefined;
}

/** Begins the authorization by the vendor. @returns where the browser goes now. */
export async function authorizeByLink(token: string, system: System): Promise<string> {
  const { authorize_url: next } = await post('/connect/authorize', { token, ...system });
  if (typeof next !== 'string') throw unreadable();
  return next;
}

/** These addresses are no operations of the client; the hub's document says what their answers hold. */
function isOpenLink(data: unknown): data is OpenLink {
  return isObject(data) && isObject(data['organization']) && Array.isArray(data['connectors']);
}

function isTest(data: unknown): data is ConnectionTest {
  return isObject(data) && Array.isArray(data['checks']);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function unreadable(): Error {
  return new Error('The hub answered something that this page cannot read. Load the page again.');
}
