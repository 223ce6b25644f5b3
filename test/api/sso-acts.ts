import { expect } from 'vitest';
import type { Item, TestApi } from './harness.ts';
import type { Browser } from './people-acts.ts';

/** The TXT records of the world that the API of a test sees. */
export class TxtRecords {
  readonly records = new Map<string, string>();
  readonly resolve = (name: string): Promise<string[][]> => {
    const value = this.records.get(name);
    return value === undefined ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve([['other'], [value]]);
  };
}

/** Adds a connection for single sign-on, with verified domains. */
export async function addSsoConnection(
  api: TestApi,
  txt: TxtRecords,
  input: Record<string, unknown>,
  { domains = [], key = api.organization.api_key }: { domains?: readonly string[]; key?: string } = {},
): Promise<Item> {
  const created = await api.request('POST', '/v1/sso-connections', { key, body: { name: 'Corp login', ...input } });
  expect([created.status, created.error]).toEqual([201, undefined]);
  for (const domain of domains) await addDomain(api, txt, created.data.id, domain, key);
  return (await api.request('GET', `/v1/sso-connections/${created.data.id}`, { key })).data;
}

export async function addDomain(
  api: TestApi,
  txt: TxtRecords,
  id: string,
  domain: string,
  key = api.organization.api_key,
): Promise<void> {
  const path = `/v1/sso-connections/${id}/domains`;
  const { data } = await api.request('POST', path, { key, body: { domain } });
  txt.records.set(String(data['txt_name']), String(data['txt_value']));
  const verified = await api.request('POST', `${path}/${domain}/verify`, { key });
  expect([verified.status, verified.error]).toEqual([200, undefined]);
}

/** A browser that follows a link to a page that is no page of ours: no header, as a navigation sends none. */
export async function navigate(
  api: TestApi,
  browser: Browser,
  address: string,
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { pathname, search } = new URL(address, 'https://hub.example');
  const response = await api.app.request(`${pathname}${search}`, {
    ...init,
    headers: { ...(cookie === '' ? {} : { cookie }), 'sec-fetch-site': 'cross-site', ...init.headers },
  });
  for (const set of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (value === '') browser.cookies.delete(name);
    else browser.cookies.set(name, value);
  }
  return response;
}

/** Why a browser was led back to the sign-in page. */
export function refusalOf(response: Response): string | null {
  const location = response.headers.get('location') ?? '';
  return new URL(location, 'https://hub.example').searchParams.get('sign_in_refused');
}
