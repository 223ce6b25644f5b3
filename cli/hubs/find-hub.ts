import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createHubClient } from '../../client/create-hub-client.ts';
import type { HubClient } from '../../client/hub-client.ts';
import { isJsonObject } from '../../core/json.ts';
import { CliError, misuse } from '../cli-error.ts';
import type { CliContext, GlobalOptions } from '../context.ts';
import { type Profile, readProfiles } from './profiles.ts';

/** Where the hub is, and what it is asked with. */
export interface HubAddress {
  url: string;
  apiKey: string;
}

/** True for what requests can be sent to. */
export function isAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** True for what a header can carry; whether the hub takes it, it says itself. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

function requireSendable(address: HubAddress): HubAddress {
  if (!isAddress(address.url)) throw misuse('HUB_URL is no address.', 'They begin with https:// or http://');
  if (!isApiKey(address.apiKey)) throw misuse('HUB_API_KEY is no API key: they have letters, digits and underscores.');
  return address;
}

const checkout = resolve(import.meta.dirname, '../..');

/**
 * Finds the hub to talk to: `--profile` or `HUB_PROFILE`, then `HUB_URL` with `HUB_API_KEY`, then the profile in use, then
 * the hub that `npm start` runs here.
 *
 * @throws {CliError} when there is none.
 */
export async function findHub(context: CliContext, { profile }: GlobalOptions): Promise<HubAddress> {
  const { HUB_PROFILE: named, HUB_URL: url = '', HUB_API_KEY: apiKey = '' } = context.env;
  const wanted = profile ?? (named === '' ? undefined : named);
  if (wanted === undefined && (url !== '' || apiKey !== '')) {
    // A key of one hub must never be sent to another one.
    if (url === '' || apiKey === '') throw misuse('HUB_URL and HUB_API_KEY belong together: one of them is not set.');
    return requireSendable({ url, apiKey });
  }
  const { current, byName } = await readProfiles(context);
  const name = wanted ?? current;
  if (name === undefined) return readHubFile(localHubFile(context));
  const known = byName.get(name);
  if (known !== undefined) return toAddress(known);
  throw misuse(`There is no profile ${name}.`, `Profiles: ${[...byName.keys()].join(', ') || 'none'}. See: hub login`);
}

/** Where `npm start` tells scripts of the hub that it runs. */
export function localHubFile({ env }: Pick<CliContext, 'env'>): string {
  return join(resolve(checkout, env['HUB_DATA_DIR'] || '.hub'), 'hub.json');
}

/** A client of the hub that is meant. */
export async function openHub(context: CliContext, options: GlobalOptions): Promise<HubClient> {
  const { url, apiKey } = await findHub(context, options);
  return createHubClient({ baseUrl: url, apiKey });
}

/** A client with the key of the operator of a hub, which is kept in no profile. @throws {CliError} where one is not said. */
export function openHubAsOperator({ env }: Pick<CliContext, 'env'>): HubClient {
  const { HUB_URL: url = '', HUB_OPERATOR_KEY: apiKey = '' } = env;
  if (url === '' || apiKey === '') throw misuse('Set HUB_URL and HUB_OPERATOR_KEY: the operator has no profile.');
  // Its requests carry no `Idempotency-Key`: none is sent again.
  return createHubClient({ baseUrl: requireSendable({ url, apiKey }).url, apiKey, retriesMax: 0 });
}

/** @throws {CliError} when the file is not there, or not whole: no hub runs here. */
export async function readHubFile(file: string): Promise<HubAddress> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const facts = text === undefined ? undefined : parse(text);
  if (isJsonObject(facts)) {
    const { api_url: url, api_key: apiKey } = facts;
    if (typeof url === 'string' && typeof apiKey === 'string') return { url, apiKey };
  }
  throw new CliError(
    'usage',
    'No hub is known: nobody has logged in, and none runs here.',
    'Log in with `hub login --url https://…`, or start one with `npm start`.',
  );
}

/** A hub that was killed while it wrote left what cannot be read. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toAddress(profile: Profile): HubAddress | Promise<HubAddress> {
  return 'file' in profile ? readHubFile(profile.file) : profile;
}
