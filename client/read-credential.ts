import type { HubClientOptions } from './hub-client.ts';

/** Pages of other origins cannot send the header of a session, so that it proves where the request comes from. */
export async function readCredential(options: HubClientOptions): Promise<Record<string, string>> {
  if ('session' in options) return { 'hub-session': '1' };
  const { apiKey, getToken } = options;
  return { authorization: `Bearer ${getToken === undefined ? apiKey : await getToken()}` };
}
