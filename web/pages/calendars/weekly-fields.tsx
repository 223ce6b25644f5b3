import type { ReactNode } from 'react';
import { calendarDays, newKey, type WeeklyDraft } from '../../model/calendar-draft.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import type { CalendarPart } from './calendar-editor.tsx';

/** The hours of each week. */
export function WeeklyFields({ draft: { weekly }, onChange, disabled }: CalendarPart): ReactNode {
  const change = (key: number, to: Partial<WeeklyDraft>): void =>
    onChange({ weekly: weekly.map((entry) => (entry.key === key ? { ...entry, ...to } : entry)) });
  return (
    <section className="stack" aria-label="Hours of the week">
      <h3>Every week</h3>
      {weekly.length === 0 && <p className="soft">No hours of the week are in it.</p>}
      {weekly.map((entry, index) => (
        <fieldset key={entry.key} className="group" disabled={disabled}>
          <legend>Hours {index + 1}</legend>
          <Days entry={entry} onChange={(on) => change(entry.key, { on })} />
          <div className="hours-line">
            <Hour label="From" value={entry.from} onChange={(from) => change(entry.key, { from })} />
            <Hour label="To" value={entry.to} onChange={(to) => change(entry.key, { to })} />
            {!disabled && (
              <Button
                looks={['small']}
                icon="cross"
                aria-label={`Remove hours ${index + 1}`}
                onClick={() => onChange({ weekly: weekly.filter(({ key }) => key !== entry.key) })}
              >
                Remove
              </Button>
            )}
          </div>
        </fieldset>
      ))}
      {!disabled && (
        <div>
          <Button
            looks={['small']}
            icon="plus"
            onClick={() =>
              onChange({ weekly: [...weekly, { key: newKey(weekly), on: [], from: '09:00', to: '17:00' }] })
            }
          >
            Add hours of the week
          </Button>
        </div>
      )}
    </section>
  );
}

function Days({
  entry: { on },
  onChange,
}: {
  entry: WeeklyDraft;
  onChange: (on: WeeklyDraft['on']) => void;
}): ReactNode {
  return (
    <fieldset className="scopes weekdays">
      <legend>On</legend>
      {calendarDays.map(([day, words]) => (
        <label key={day} className="check">
          <input
            type="checkbox"
            checked={on.includes(day)}
            onChange={({ target: { checked } }) => onChange(checked ? [...on, day] : on.filter((one) => one !== day))}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

function Hour({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  return (
    <TextField
      label={label}
      value={value}
      placeholder="09:00"
      // No time field of the browser takes 24:00.
      maxLength={5}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
