import type { Scope } from '../shared/scopes.ts';

/** A webhook endpoint receives only what its creator may read. By the group of the event's type. */
const scopesOfGroups: Readonly<Record<string, Scope>> = {
  run: 'runs:read',
  record: 'runs:read',
  connection: 'connections:read',
  integration: 'integrations:read',
  webhook_endpoint: 'webhooks:read',
  notification: 'runs:read',
};

/** The scopes that reading about these events takes. */
export function scopesOfEvents(events: readonly string[]): Scope[] {
  if (events.includes('*')) return Object.values(scopesOfGroups);
  return events.flatMap((event) => scopesOfGroups[event.split('.')[0] ?? ''] ?? []);
}
