import { rmSync } from 'node:fs';
import { writePrivateFile } from './private-file.ts';

/** What scripts can know of a running hub: `hub.json` in the data folder. */
export interface HubFacts {
  api_url: string;
  api_key: string;
  /** Where people open the dashboard. */
  dashboard_url: string;
  /** Makes its holder the owner, once; absent when there is one who can sign in. */
  welcome_url?: string;
  /** Where Prometheus finds the metrics of each process. */
  metrics_urls: { api: string; worker: string };
  temporal_address: string;
  temporal_ui_url?: string;
  /** The hub's own database: the embedded PostgreSQL as its superuser, so that every table can be looked at. */
  database_url: string;
  /** The database that the main job writes to, as its owner. */
  demo_database_url: string;
  /** How the main job ended; absent until it has. */
  main_job?: { run_id: string; status: string };
}

export interface HubFile {
  publish(facts: HubFacts): void;
  /** Updates the process ids after a child was restarted. */
  refresh(): void;
  /** Permanent: later updates of unfinished start steps are ignored. */
  remove(): void;
}

/**
 * Keeps `hub.json` up to date; the file exists only while the hub runs.
 *
 * @param pidsOf Process ids by child.
 */
export function openHubFile(file: string, pidsOf: () => Record<string, number>): HubFile {
  let facts: HubFacts | undefined;
  let removed = false;
  const write = () => {
    if (facts !== undefined) writePrivateFile(file, `${JSON.stringify({ ...facts, pids: pidsOf() }, undefined, 2)}\n`);
  };
  // A file left behind by a killed start would name stale addresses.
  rmSync(file, { force: true });
  return {
    publish: (next) => {
      if (removed) return;
      facts = next;
      write();
    },
    refresh: () => {
      try {
        write();
      } catch {
        // A full disk must not end the servers; the next change writes all of it.
      }
    },
    remove: () => {
      facts = undefined;
      removed = true;
      rmSync(file, { force: true });
    },
  };
}
