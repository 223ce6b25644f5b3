import type { IntegrationTrigger } from '../../client/operations.data.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/**
 * Says in words when a trigger starts runs.
 *
 * @param timezone Of its integration. Default UTC.
 */
export function describeTrigger(trigger: IntegrationTrigger, timezone = 'UTC'): string {
  if (trigger.type === 'manual') return 'By hand';
  if (trigger.type === 'webhook') return 'When the system reports a change';
  if (trigger.type === 'event') return `When the source changes, asked every ${trigger.poll ?? '5m'}`;
  if (trigger.type === 'after') return 'When a run of another integration ends';
  const zone = trigger.timezone ?? timezone;
  if (trigger.cron !== undefined) return `Cron ${trigger.cron} (${zone})`;
  const { every = '', at, on } = trigger;
  const days = on === undefined ? '' : ` on ${list.format([on].flat().map(nameDay))}`;
  const times = at === undefined ? '' : ` at ${list.format([at].flat())}`;
  if (/^\d/.test(every)) return `Every ${every}`;
  return `${every.charAt(0).toUpperCase()}${every.slice(1)}${days}${times} (${zone})`;
}

/** `mon` → `Mon`, as every list writes it; days of the month stay numbers. */
function nameDay(day: string | number): string {
  const text = String(day);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
