import type { ReactNode } from 'react';
import { type DatesDraft, newKey } from '../../model/calendar-draft.ts';
import { Button } from '../../parts/button.tsx';
import { Field, TextField } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { CalendarPart } from './calendar-editor.tsx';

const kinds = [
  ['all', 'All day'],
  ['none', 'Nothing of them'],
  ['hours', 'These hours'],
] as const;

/** Days with hours of their own: holidays, freezes, a day of work at a weekend. */
export function DatesFields({ draft: { dates }, onChange, disabled }: CalendarPart): ReactNode {
  const change = (key: number, to: Partial<DatesDraft>): void =>
    onChange({ dates: dates.map((entry) => (entry.key === key ? { ...entry, ...to } : entry)) });
  return (
    <section className="stack" aria-label="Dates">
      <h3>Dates</h3>
      {dates.length === 0 && <p className="soft">Every day follows the hours of the week.</p>}
      {dates.map((entry, index) => (
        <fieldset key={entry.key} className="group" disabled={disabled}>
          <legend>Dates {index + 1}</legend>
          <div className="hours-line">
            <TextField
              label="First day"
              type="date"
              value={entry.from}
              onChange={({ target: { value } }) => change(entry.key, { from: value })}
            />
            <TextField
              label="Last day"
              type="date"
              required={false}
              value={entry.to}
              onChange={({ target: { value } }) => change(entry.key, { to: value })}
            />
            <WhatField entry={entry} onChange={(what) => change(entry.key, { what })} />
            {!disabled && (
              <Button
                looks={['small']}
                icon="cross"
                aria-label={`Remove dates ${index + 1}`}
                onClick={() => onChange({ dates: dates.filter(({ key }) => key !== entry.key) })}
              >
                Remove
              </Button>
            )}
          </div>
          {entry.what === 'hours' && (
            <TextField
              label="Hours"
              help="Such as 10:00–12:00, or several: 10:00–12:00, 14:00–18:00"
              value={entry.hours}
              onChange={({ target: { value } }) => change(entry.key, { hours: value })}
            />
          )}
        </fieldset>
      ))}
      {!disabled && (
        <div>
          <Button
            looks={['small']}
            icon="plus"
            onClick={() =>
              onChange({ dates: [...dates, { key: newKey(dates), from: '', to: '', what: 'all', hours: '' }] })
            }
          >
            Add dates
          </Button>
        </div>
      )}
    </section>
  );
}

function WhatField({
  entry: { what },
  onChange,
}: {
  entry: DatesDraft;
  onChange: (what: DatesDraft['what']) => void;
}): ReactNode {
  return (
    <Field label="In the calendar">
      {(control) => (
        <span className="select">
          <select
            {...control}
            value={what}
            onChange={({ target: { value } }) => onChange(kinds.find(([kind]) => kind === value)?.[0] ?? 'all')}
          >
            {kinds.map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      )}
    </Field>
  );
}
