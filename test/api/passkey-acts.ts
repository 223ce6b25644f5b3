import { expect } from 'vitest';
import { Authenticator, type Lies } from '../lab/authenticator.ts';
import type { Answer, Item } from './answer.ts';
import { type Browser, publicUrl } from './people-acts.ts';

/** Gives the person of a browser a passkey. */
export async function addPasskey(
  browser: Browser,
  authenticator = new Authenticator(publicUrl),
): Promise<{ authenticator: Authenticator; passkey: Item }> {
  const answer = await tryToAdd(browser, authenticator);
  expect([answer.status, answer.error]).toEqual([201, undefined]);
  return { authenticator, passkey: answer.data };
}

export async function tryToAdd(browser: Browser, authenticator: Authenticator, lies: Lies = {}): Promise<Answer> {
  const { data } = await browser.request('POST', '/v1/me/passkeys/options');
  const credential = authenticator.create(Object(data['options']), lies);
  return browser.request('POST', '/v1/me/passkeys', {
    body: { name: 'Laptop', ceremony: data['ceremony'], credential },
  });
}

/** Tries to sign in by a passkey alone. */
export async function signInByPasskey(
  browser: Browser,
  authenticator: Authenticator,
  lies: Lies = {},
): Promise<Answer> {
  const { data } = await browser.request('POST', '/auth/passkey/options');
  const passkey = authenticator.answer(Object(data['options']), lies);
  return browser.request('POST', '/auth/passkey', { body: { passkey } });
}
