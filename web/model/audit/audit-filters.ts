import { toSentence } from '../status.ts';
import { pickSet } from '../read-filters.ts';
import { auditActions } from './audit-actions.data.ts';

/** What the address of the audit log says. Days are those of the person's own time zone. */
export interface AuditSearch {
  from?: string | undefined;
  to?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  resource_type?: string | undefined;
  resource_id?: string | undefined;
  /** Of the event that is open. */
  event?: string | undefined;
}

/** The filters of an address as the hub takes them, for a list and for an export. */
export function toAuditQuery({ from, to, actor, action, resource_type, resource_id }: AuditSearch): {
  actor?: string;
  action?: string;
  resource_type?: string;
  resource_id?: string;
  created_after?: string;
  created_before?: string;
} {
  return pickSet({
    actor,
    action,
    resource_type,
    resource_id,
    created_after: readDay(from)?.toISOString(),
    created_before: readDay(to, 1)?.toISOString(),
  });
}

const earliestYear = 2000;

/**
 * The beginning of a day by the clock of this browser.
 *
 * @param plusDays The beginning of a later day.
 * @returns `undefined` for what is no day, and for a year that is still being typed.
 */
export function readDay(text: string | undefined, plusDays = 0): Date | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? [];
  const found = new Date(Number(year), Number(month) - 1, Number(day));
  if (Number(year) < earliestYear || found.getMonth() !== Number(month) - 1) return undefined;
  found.setDate(found.getDate() + plusDays);
  return found;
}

type Option = readonly [value: string, words: string];

const acronyms: Readonly<Record<string, string>> = {
  api_key: 'API key',
  oauth_client: 'OAuth client',
  sso_connection: 'Identity provider',
  workflow: 'Trigger',
};

/** Kinds of things that something is done to, by name. */
export const resourceTypes: readonly Option[] = Object.keys(auditActions)
  .map((type): Option => [type, toSubject(type)])
  .toSorted(([, one], [, other]) => one.localeCompare(other));

/** `webhook_endpoint` → `Webhook endpoint` */
export function toSubject(type: string): string {
  return acronyms[type] ?? toSentence(type);
}

/** `api_key.created` → `API key created` */
export function toDeed(action: string): string {
  const [type = '', deed = ''] = action.split('.');
  return `${toSubject(type)} ${deed.replaceAll('_', ' ')}`.trim();
}

/** What can be chosen among: all actions, or those on one kind of thing. */
export function listActions(type: string | undefined): readonly Option[] {
  return Object.entries(auditActions)
    .filter(([name]) => type === undefined || name === type)
    .flatMap(([name, deeds]) => deeds.map((deed): Option => [`${name}.${deed}`, toDeed(`${name}.${deed}`)]))
    .toSorted(([, one], [, other]) => (type === undefined ? one.localeCompare(other) : 0));
}

const actors: Readonly<Record<string, string>> = {
  usr: 'Person',
  key: 'API key',
  cli: 'OAuth client',
  iss: 'External token',
  lnk: 'Customer with a link',
};

/** What did something: its name where that is known, and what kind of thing it is. */
export function describeActor(actor: string, name: string | undefined): { name: string; kind: string } {
  if (actor === 'system') return { name: 'The hub itself', kind: 'System' };
  if (actor === 'operator') return { name: 'The operator of the hub', kind: 'Operator' };
  const kind = actors[actor.split('_')[0] ?? ''] ?? 'Program';
  return { name: name ?? actor, kind: name === undefined ? `${kind}, no longer known` : kind };
}
