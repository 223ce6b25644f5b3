import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { z } from 'zod';
import { dumpDatabase, formsOf } from './database/dump.ts';
import type { PeopleHub } from './people-hub.ts';

/**
 * Where a hub shows what it must keep to itself: in answers of its API, in its tables, in files of its data folder, where
 * the logs of its processes and Temporal's histories lie, too.
 *
 * @returns the places; none is as it should be.
 */
export async function findSecrets(hub: PeopleHub, secrets: readonly string[]): Promise<string[]> {
  const forms = secrets.flatMap(formsOf);
  const shown = [...(await readAnswers(hub)), ...(await readTables(hub))];
  return [
    ...shown.filter(({ text }) => forms.some((form) => text.includes(form))).map(({ place }) => place),
    ...filesWith(hub.dataDir, forms),
  ];
}

/** Files below a folder that hold one of the texts. */
export function filesWith(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = join(folder, name);
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
    const content = readFileSync(file);
    return texts.some((text) => content.includes(text));
  });
}

interface Shown {
  place: string;
  text: string;
}

function readAnswers({ api, sourceId, targetId }: PeopleHub): Promise<Shown[]> {
  const paths = [
    '/connections',
    `/connections/${sourceId}`,
    `/connections/${targetId}`,
    '/integrations',
    '/runs',
    '/workflows',
    '/audit-events',
  ];
  return Promise.all(
    paths.map(async (place) => ({ place, text: JSON.stringify(await api.call('GET', place, z.unknown())) })),
  );
}

/** Everything, and makes the server write it to its files. */
async function readTables({ facts }: PeopleHub): Promise<Shown[]> {
  const sql = postgres(facts.database_url, { max: 1 });
  const dump = await dumpDatabase(sql);
  await sql`checkpoint`;
  await sql.end();
  return dump.map(({ table, text }) => ({ place: table, text }));
}
