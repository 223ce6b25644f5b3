import { expect } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { computeTotp } from '../../services/access/people/totp.ts';
import type { Answer, TestApi } from './harness.ts';

/** Where people of the tests open the hub. */
export const publicUrl = 'https://hub.example';

export const goodPassword = 'correct horse battery';

/** A browser with a page of the hub open: it keeps cookies and sends what browsers send. */
export interface Browser {
  /** Cookies by their name, as they were set last. */
  readonly cookies: Map<string, string>;
  request(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; from?: string },
  ): Promise<Answer>;
}

const page = { 'hub-session': '1', 'sec-fetch-site': 'same-origin', 'user-agent': 'Test browser' };

/** @param app Where requests go. Default: the application of the API. */
export function openBrowser(api: TestApi): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    request: async (method, path, { body, headers = {}, from } = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await api.request(method, path, {
        key: null,
        ...(body === undefined ? {} : { body }),
        headers: { ...page, ...(cookie === '' ? {} : { cookie }), ...headers },
        ...(from === undefined ? {} : { from }),
      });
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}

export function tokenOf(url: string): string {
  return new URL(url).hash.slice(1);
}

/** Opens the owner's link of an organization. */
export async function welcomeOwner(api: TestApi, welcomeUrl: string, email: string): Promise<Browser> {
  const browser = openBrowser(api);
  const { status } = await browser.request('POST', '/auth/accept-invitation', {
    body: { token: tokenOf(welcomeUrl), email, name: 'Olive Owner', password: goodPassword },
  });
  expect(status).toBe(200);
  return browser;
}

export interface SentRole {
  role: string;
  account_id?: string;
}

/** Invites a person with a key of the organization, and lets them accept. */
export async function addMember(
  api: TestApi,
  email: string,
  roles: readonly SentRole[],
  key: string = api.organization.api_key,
): Promise<{ browser: Browser; id: string }> {
  const invited = await api.request('POST', '/v1/invitations', { key, body: { email, roles } });
  expect([invited.status, invited.error]).toEqual([201, undefined]);
  const browser = openBrowser(api);
  const accepted = await browser.request('POST', '/auth/accept-invitation', {
    body: { token: tokenOf(String(invited.data['url'])), name: email.split('@')[0], password: goodPassword },
  });
  expect([accepted.status, accepted.error]).toEqual([200, undefined]);
  return { browser, id: String(Object(accepted.data['user']).id) };
}

export async function signIn(api: TestApi, email: string, password = goodPassword): Promise<Browser> {
  const browser = openBrowser(api);
  const { status } = await browser.request('POST', '/auth/sign-in', { body: { email, password } });
  expect(status).toBe(200);
  return browser;
}

/** Gives the person of a browser an application that makes codes. @returns the code of a time step from now. */
export async function addTotp(
  browser: Browser,
  now: () => number = () => systemClock.now(),
): Promise<(steps: number) => string> {
  const { data } = await browser.request('POST', '/v1/me/second-factors', { body: { name: 'Telephone' } });
  const codeAt = (steps: number): string => computeTotp(String(data['secret']), Math.floor(now() / 30_000) + steps);
  const body = { code: codeAt(0) };
  expect((await browser.request('POST', `/v1/me/second-factors/${data.id}/confirm`, { body })).status).toBe(200);
  return codeAt;
}
