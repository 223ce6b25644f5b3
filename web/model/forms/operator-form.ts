import type { OperatedOrganization } from '../../../client/operations.data.ts';
import { readText } from '../read-text.ts';

const limitNames = ['requests_per_minute', 'requests_burst', 'segments'] as const;

/** Limits that were typed. What is no number is left for the hub to refuse. */
export function readLimits(form: FormData): OperatedOrganization['limits'] {
  const typed = limitNames.map((name) => [name, readText(form, name).trim()] as const);
  return Object.fromEntries(typed.filter(([, text]) => text !== '').map(([name, text]) => [name, Number(text)]));
}

/** The same for a change, in which an empty field brings back what is configured. */
export function readLimitChanges(form: FormData): Record<(typeof limitNames)[number], number | null> {
  const { requests_per_minute: rate = null, requests_burst: burst = null, segments = null } = readLimits(form);
  return { requests_per_minute: rate, requests_burst: burst, segments };
}
