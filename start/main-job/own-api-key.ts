import { openDatabase } from '../../drizzle/index.ts';
import { createOrganization } from '../../services/access/organizations/create-organization.ts';
import { readTextFile, writePrivateFile } from '../state/private-file.ts';

/**
 * The API key that the start uses and shows. It is created once, together with its organization, and kept in a file.
 *
 * A key that the API does not know (another database, another pepper) is replaced.
 */
export async function ensureApiKey(options: {
  file: string;
  apiUrl: string;
  /** The hub's own database, as `hub_app`. */
  databaseUrl: string;
  pepper: string;
}): Promise<string> {
  const stored = readTextFile(options.file)?.trim();
  if (stored !== undefined && (await isAccepted(options.apiUrl, stored))) return stored;
  const database = openDatabase(options.databaseUrl, { role: 'hub_app', max: 1 });
  try {
    const created = await createOrganization({ database, pepper: options.pepper, name: 'My organization' });
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
