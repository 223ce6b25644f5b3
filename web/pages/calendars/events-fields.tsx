import type { ReactNode } from 'react';
import { formatAmount } from '../../model/format.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { CalendarPart } from './calendar-editor.tsx';

/** Events of an iCalendar file: what most calendar programs export, and lists of public holidays come as. */
export function EventsFields({ draft: { icalendar, events }, onChange, disabled }: CalendarPart): ReactNode {
  const count = icalendar.match(/^BEGIN:VEVENT\s*$/gim)?.length ?? 0;
  return (
    <section className="stack" aria-label="Events of an iCalendar file">
      <h3>Events of an iCalendar file</h3>
      <fieldset className="group" disabled={disabled}>
        <legend>{icalendar === '' ? 'No file' : formatAmount(count, 'event')}</legend>
        <Field
          label="File"
          required={false}
          help="An .ics file of at most 65,536 characters. Its text is kept here; the file is not asked for again."
        >
          {(control) => (
            <input
              {...control}
              className="input"
              type="file"
              accept=".ics,text/calendar"
              onChange={({ target: { files } }) =>
                void files?.[0]?.text().then((text) => onChange({ icalendar: text }))
              }
            />
          )}
        </Field>
        {icalendar !== '' && (
          <>
            <Field label="Its events">
              {(control) => (
                <span className="select">
                  <select
                    {...control}
                    value={events}
                    onChange={({ target: { value } }) => onChange({ events: value === 'in' ? 'in' : 'out' })}
                  >
                    <option value="out">Are taken out, as holidays are</option>
                    <option value="in">Are in the calendar</option>
                  </select>
                  <Icon name="down" />
                </span>
              )}
            </Field>
            <Field label="Text" required={false}>
              {(control) => (
                <textarea
                  {...control}
                  className="input mono"
                  rows={6}
                  spellCheck={false}
                  value={icalendar}
                  onChange={({ target: { value } }) => onChange({ icalendar: value })}
                />
              )}
            </Field>
            {!disabled && (
              <div>
                <Button looks={['small']} icon="cross" onClick={() => onChange({ icalendar: '' })}>
                  Remove the events
                </Button>
              </div>
            )}
          </>
        )}
      </fieldset>
    </section>
  );
}
