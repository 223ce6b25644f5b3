import { openDatabase } from '../drizzle/index.ts';
import { createOrganization } from '../services/organizations/create-organization.ts';
import type { Hub } from './hub.ts';
import { readTextFile, writePrivateFile } from './private-file.ts';

/**
 * The API key that start uses and shows: made once, together with its organization, and kept in a file of its own.
 *
 * A key that the API does not know (another database, another pepper) is replaced.
 */
export async function ensureApiKey(options: { file: string; hub: Hub }): Promise<string> {
  const stored = readTextFile(options.file)?.trim();
  if (stored !== undefined && (await isAccepted(options.hub.apiUrl, stored))) return stored;
  const database = openDatabase(options.hub.database.appUrl, { role: 'hub_app', max: 1 });
  try {
    const created = await createOrganization({ database, pepper: options.hub.pepper, name: 'My organization' });
    writePrivateFile(options.file, `${created.api_key}\n`);
    return created.api_key;
  } finally {
    await database.close();
  }
}

async function isAccepted(apiUrl: string, key: string): Promise<boolean> {
  const response = await fetch(`${apiUrl}/v1/accounts?per_page=1`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  await response.body?.cancel();
  return response.status !== 401;
}
