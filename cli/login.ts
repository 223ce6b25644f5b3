import { createHubClient } from '../client/create-hub-client.ts';
import { askSecret } from './input/ask-secret.ts';
import { CliError, misuse } from './cli-error.ts';
import type { CliContext, GlobalOptions } from './context.ts';
import type { Ending } from './exit-codes.ts';
import { isAddress, isApiKey, localHubFile, readHubFile } from './hubs/find-hub.ts';
import { printList, say } from './output/print.ts';
import { type Profile, readProfiles, writeProfiles } from './hubs/profiles.ts';

/**
 * Remembers a hub and a key that it takes, and uses it from now on.
 *
 * Without an address, the file of the hub that runs here is remembered, which tells address and key anew at every start.
 */
export async function logIn(context: CliContext, options: { url?: string; name?: string }): Promise<Ending> {
  const { url } = options;
  const file = localHubFile(context);
  const profile: Profile = url === undefined ? { file } : { url: toOrigin(url), apiKey: await askKey(context) };
  const { url: baseUrl, apiKey } = 'file' in profile ? await readHubFile(file) : profile;
  warnOfPlainHttp(context, baseUrl);
  const me = await createHubClient({ baseUrl, apiKey }).call('getMe', {}, { signal: context.signal });
  const name = options.name ?? ('file' in profile ? 'local' : 'default');
  const { byName } = await readProfiles(context);
  await writeProfiles(context, { current: name, byName: new Map([...byName, [name, profile]]) });
  say(context, `Logged in to ${me.organization.name} at ${baseUrl} as ${me.name ?? me.id} (profile ${name}).`);
  return 'done';
}

/** Forgets a hub. */
export async function logOut(context: CliContext, name: string | undefined): Promise<Ending> {
  const { current, byName } = await readProfiles(context);
  const gone = name ?? current;
  if (gone === undefined || !byName.has(gone)) throw noProfile(gone);
  const others = new Map([...byName].filter(([other]) => other !== gone));
  await writeProfiles(context, { current: current === gone ? undefined : current, byName: others });
  say(context, `The profile ${gone} is forgotten. Its API key goes on to work until it is deleted: hub keys delete`);
  return 'done';
}

/** Lists the hubs that one logged in to, without their keys. */
export async function listProfiles(context: CliContext, options: GlobalOptions): Promise<Ending> {
  const { current, byName } = await readProfiles(context);
  const rows = [...byName].map(([name, profile]) => ({
    name,
    used: name === current,
    hub: 'file' in profile ? profile.file : profile.url,
  }));
  await printList(context, options, rows, ['name', 'used', 'hub']);
  return 'done';
}

export async function useProfile(context: CliContext, name: string): Promise<Ending> {
  const { byName } = await readProfiles(context);
  if (!byName.has(name)) throw noProfile(name);
  await writeProfiles(context, { current: name, byName });
  say(context, `Commands talk to ${name} from now on.`);
  return 'done';
}

function noProfile(name: string | undefined): CliError {
  return new CliError('notFound', name === undefined ? 'Nobody has logged in.' : `There is no profile ${name}.`);
}

async function askKey(context: CliContext): Promise<string> {
  const key = await askSecret(context, 'API key: ');
  if (isApiKey(key)) return key;
  throw misuse('That is no API key: they have letters, digits and underscores.');
}

function toOrigin(url: string): string {
  if (isAddress(url)) return url;
  throw misuse('--url takes an address: https://hub.example');
}

function warnOfPlainHttp(context: CliContext, url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || /^(?:localhost|127\..*|\[::1\])$/.test(hostname)) return;
  say(context, `Careful: ${url} is not encrypted; others on the network can read the API key.`);
}
