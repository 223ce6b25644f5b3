import type { IntegrationTrigger } from '../../client/operations.data.ts';

/** Says in words when a trigger starts runs. */
export function describeTrigger(trigger: IntegrationTrigger): string {
  if (trigger.type === 'manual') return 'By hand';
  if (trigger.type === 'webhook') return 'When the system reports a change';
  if (trigger.type === 'event') return `When the source changes, asked every ${trigger.poll ?? '5m'}`;
  const zone = trigger.timezone ?? 'UTC';
  if (trigger.cron !== undefined) return `Cron ${trigger.cron} (${zone})`;
  const { every = '', at, on } = trigger;
  const days = on === undefined ? '' : ` on ${[on].flat().join(', ')}`;
  const times = at === undefined ? '' : ` at ${[at].flat().join(', ')}`;
  if (/^\d/.test(every)) return `Every ${every}`;
  return `${every.charAt(0).toUpperCase()}${every.slice(1)}${days}${times} (${zone})`;
}
