import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import type { CalendarInput } from '../../../client/operations.data.ts';
import { type CalendarDraft, readCalendarDraft } from '../../model/calendar-draft.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/fields.tsx';
import { ErrorNotice } from '../../parts/states.tsx';
import { DatesFields } from './dates-fields.tsx';
import { EventsFields } from './events-fields.tsx';
import { WeeklyFields } from './weekly-fields.tsx';

/** What every part of the editor changes. */
export interface CalendarPart {
  draft: CalendarDraft;
  onChange: (change: Partial<CalendarDraft>) => void;
  disabled: boolean;
}

/** Everything of a calendar as a form. What cannot be read as hours and days is refused with the place where it stands. */
export function CalendarEditor({
  draft: start,
  mayWrite,
  act,
  onSave,
}: {
  draft: CalendarDraft;
  mayWrite: boolean;
  act: string;
  onSave: (input: Required<CalendarInput>) => Promise<void>;
}): ReactNode {
  const zones = useId();
  const [draft, setDraft] = useState(start);
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const onChange = (change: Partial<CalendarDraft>): void => setDraft((before) => ({ ...before, ...change }));
  const save = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setState({ busy: true });
    try {
      await onSave(readCalendarDraft(draft));
      setState({ busy: false });
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  const part: CalendarPart = { draft, onChange, disabled: !mayWrite };
  return (
    <Card title="Times">
      <form className="stack" onSubmit={(event) => void save(event)} noValidate autoComplete="off">
        <div className="fields-grid">
          <TextField
            label="Name"
            help="What definitions and formulas call it."
            value={draft.name}
            disabled={!mayWrite}
            onChange={({ target: { value } }) => onChange({ name: value })}
          />
          <TextField
            label="Time zone"
            help="Whose clock counts."
            list={zones}
            spellCheck={false}
            value={draft.timezone}
            disabled={!mayWrite}
            onChange={({ target: { value } }) => onChange({ timezone: value })}
          />
          <datalist id={zones}>
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </datalist>
        </div>
        <WeeklyFields {...part} />
        <DatesFields {...part} />
        <EventsFields {...part} />
        {state.error !== undefined && <ErrorNotice error={state.error} />}
        {mayWrite && (
          <div className="row">
            <Button type="submit" looks={['primary']} busy={state.busy}>
              {act}
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}
