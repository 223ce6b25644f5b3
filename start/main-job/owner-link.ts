import { openDatabase } from '../../drizzle/index.ts';
import { ensureOwner } from '../../services/access/organizations/ensure-owner.ts';

/** What people need of a hub that was just started. */
export interface PeopleFacts {
  dashboard_url: string;
  welcome_url?: string;
}

/**
 * Makes a link for the owner of the organization that the hub's own key belongs to, while nobody can sign in to it. A
 * link that was not used is replaced: no copy of it is kept.
 */
export async function ensureOwnerLink(options: {
  apiUrl: string;
  apiKey: string;
  /** The hub's own database, as `hub_app`. */
  databaseUrl: string;
  pepper: string;
}): Promise<PeopleFacts> {
  const { apiUrl, apiKey, databaseUrl, pepper } = options;
  const database = openDatabase(databaseUrl, { role: 'hub_app', max: 1 });
  try {
    const { dashboardUrl, welcomeUrl } = await ensureOwner({ database, pepper, apiKey, publicUrl: apiUrl });
    return { dashboard_url: dashboardUrl, ...(welcomeUrl === undefined ? {} : { welcome_url: welcomeUrl }) };
  } finally {
    await database.close();
  }
}
