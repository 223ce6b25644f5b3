import type { Operations, Run } from '../../../client/operations.data.ts';
import { choose, pickSet } from '../../model/read-filters.ts';

export const statuses = [
  ['queued', 'Queued'],
  ['running', 'Running'],
  ['waiting', 'Waiting'],
  ['canceling', 'Canceling'],
  ['succeeded', 'Succeeded'],
  ['partially_succeeded', 'Partly succeeded'],
  ['failed', 'Failed'],
  ['canceled', 'Canceled'],
  ['skipped', 'Skipped'],
] as const;
export const triggers = [
  ['manual', 'By hand'],
  ['schedule', 'Schedule'],
  ['event', 'Change'],
  ['webhook', 'Webhook'],
  ['after', 'After a run'],
  ['call', 'Call of a step'],
  ['retry', 'Retry'],
] as const;

/** What the address of the list of runs says. */
export interface RunSearch {
  q?: string | undefined;
  status?: string | undefined;
  trigger?: string | undefined;
  integration_id?: string | undefined;
  account_id?: string | undefined;
  error_code?: string | undefined;
  since?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The statuses that an address names, without those that there are not. */
export function readStatuses(text: string | undefined): Run['status'][] {
  const wanted = text?.split(',') ?? [];
  return statuses.map(([status]) => status).filter((status) => wanted.includes(status));
}

/** The filters of an address as the hub takes them, but for the last hours that runs began in. A span is of when they ended. */
export function toRunQuery(search: RunSearch): NonNullable<Operations['listRuns']['input']['query']> {
  const chosen = readStatuses(search.status);
  return pickSet({
    q: search.q,
    status: chosen.length === 0 ? undefined : chosen.join(','),
    trigger: choose(triggers, search.trigger),
    integration_id: search.integration_id,
    account_id: search.account_id,
    error_code: search.error_code,
    finished_after: readInstant(search.from),
    finished_before: readInstant(search.to),
  });
}

/** An address may say anything. */
export function readInstant(text: string | undefined): string | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
