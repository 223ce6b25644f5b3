import type { ReactNode } from 'react';
import { formatAmount, formatExact } from '../../model/format.ts';
import { readText } from '../../model/read-text.ts';
import { Badge } from '../../parts/badge.tsx';
import { TextField } from '../../parts/fields.tsx';
import { useNow } from '../../parts/time.tsx';

const name = 'credentials_expire_at';
/** From so many days before on, the overview tells of it as well. */
const soonDays = 30;
const dayMs = 86_400_000;

/** When credentials end, and how many days are left. */
export function CredentialsEnd({ at }: { at: string }): ReactNode {
  const days = Math.floor((Date.parse(at) - useNow()) / dayMs);
  const words = days < 0 ? 'Ended' : days === 0 ? 'Ends within a day' : formatAmount(days, 'day left', 'days left');
  return (
    <>
      <time dateTime={at} title={formatExact(at)}>
        {toDay(at)}
      </time>{' '}
      <Badge tone={days < 0 ? 'bad' : days < soonDays ? 'warn' : 'idle'}>{words}</Badge>
    </>
  );
}

export function CredentialsEndField({ at, wrong }: { at?: string | undefined; wrong?: string | undefined }): ReactNode {
  return (
    <TextField
      label="Credentials end"
      name={name}
      type="date"
      required={false}
      defaultValue={at === undefined ? '' : toDay(at)}
      help="For example of a client secret: its system does not tell the hub. You are told 30 days before. Leave it empty where they do not end."
      wrong={wrong}
    />
  );
}

/** What the field says: nothing where it is as it was, `null` where it was emptied. */
export function readCredentialsEnd(form: FormData, before: string | undefined): { [name]?: string | null } {
  const day = readText(form, name);
  if (day === (before === undefined ? '' : toDay(before))) return {};
  return { [name]: day === '' ? null : `${day}T00:00:00.000Z` };
}

function toDay(at: string): string {
  return at.slice(0, 10);
}
