import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hub, queries } from '../../hub.ts';
import type { CalendarDraft } from '../../model/calendar-draft.ts';
import { Page } from '../../parts/page.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useCanIn } from '../../shell/session.tsx';
import { CalendarEditor } from './calendar-editor.tsx';

/** Most calendars are office hours: they are there to be changed. */
function startDraft(): CalendarDraft {
  return {
    name: '',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    weekly: [{ key: 0, on: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
    dates: [],
    icalendar: '',
    events: 'out',
  };
}

export function NewCalendarPage(): ReactNode {
  const mayWrite = useCanIn('integrations:write', undefined);
  const navigate = useNavigate();
  return (
    <Page
      title="Make a calendar"
      crumbs={<Link to="/calendars">Calendars</Link>}
      lead="Hours of the week, days of their own, or both."
    >
      <div className="narrow">
        <CalendarEditor
          draft={startDraft()}
          mayWrite={mayWrite}
          act="Make the calendar"
          onSave={async ({ icalendar, ...input }) => {
            const body = icalendar === '' ? input : { ...input, icalendar };
            const { id } = await hub.call('createCalendar', { body });
            await queries.invalidateQueries();
            sayDone('The calendar is made');
            await navigate({ to: '/calendars/$id', params: { id } });
          }}
        />
      </div>
    </Page>
  );
}
