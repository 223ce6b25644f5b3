import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Calendar, CalendarChanges } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { toCalendarDraft } from '../../model/calendar-draft.ts';
import { formatLocal } from '../../model/format.ts';
import { Badge, StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Page, PendingPage } from '../../parts/page.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { askAll } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';
import { useCanIn } from '../../shell/session.tsx';
import { CalendarEditor } from './calendar-editor.tsx';

const route = getRouteApi('/calendars/$id');
const everyMs = 30_000;

/** One calendar: what is in it, when that changes next, and which integrations go by it. */
export function CalendarPage(): ReactNode {
  const { id } = route.useParams();
  const found = useQuery(ask('getCalendar', { params: { id } }));
  const changes = useQuery(ask('getCalendarChanges', { params: { id } }, everyMs));
  const crumbs = <Link to="/calendars">Calendars</Link>;
  if (found.isPending) return <PendingPage title="Calendar" />;
  if (found.isError) {
    return (
      <Page title="Calendar" crumbs={crumbs}>
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      </Page>
    );
  }
  const { data: calendar, etag } = found.data;
  const isOn = changes.data?.data.open;
  return (
    <Page
      title={calendar.name}
      crumbs={crumbs}
      badge={isOn !== undefined && <Badge tone={isOn ? 'good' : 'idle'}>{isOn ? 'On now' : 'Off now'}</Badge>}
      lead="What may write only in it waits while it is off; what may not write in it waits while it is on."
    >
      <div className="columns">
        <Times key={id} calendar={calendar} etag={etag} />
        <div className="stack">
          <Card title="Changes ahead" note={`By the clock of ${calendar.timezone}.`} flush>
            {changes.isPending ? (
              <Skeleton lines={3} />
            ) : changes.isError ? (
              <div className="card-body">
                <ErrorNotice error={changes.error} onRetry={() => void changes.refetch()} />
              </div>
            ) : (
              <Changes changes={changes.data.data} />
            )}
          </Card>
          <UsedBy id={id} />
        </div>
      </div>
    </Page>
  );
}

/** What is edited stays as it is when somebody else saves meanwhile: the page says so, and saving is refused. */
function Times({ calendar, etag }: { calendar: Calendar; etag: string | undefined }): ReactNode {
  const mayWrite = useCanIn('integrations:write', undefined);
  const [edited, setEdited] = useState({ calendar, etag, round: 0 });
  const isOld = edited.etag !== etag;
  const params = { id: calendar.id };
  return (
    <div className="stack">
      {isOld && (
        <Notice tone="warn" title="Somebody else changed this calendar meanwhile">
          <div>
            <Button looks={['small']} onClick={() => setEdited({ calendar, etag, round: edited.round + 1 })}>
              Show theirs
            </Button>
          </div>
        </Notice>
      )}
      <CalendarEditor
        key={edited.round}
        draft={toCalendarDraft(edited.calendar)}
        mayWrite={mayWrite}
        act="Save"
        onSave={async ({ icalendar, ...input }) => {
          const body = { ...input, icalendar: icalendar === '' ? null : icalendar };
          const options = edited.etag === undefined ? {} : { ifMatch: edited.etag };
          const saved = await hub.request('replaceCalendarMembers', { params, body }, options).catch(async (error) => {
            // Perhaps it is no longer what was edited.
            await queries.invalidateQueries({ queryKey: ['getCalendar'] });
            throw error;
          });
          queries.setQueryData(ask('getCalendar', { params }).queryKey, saved);
          setEdited({ calendar: saved.data, etag: saved.etag, round: edited.round + 1 });
          void queries.invalidateQueries();
          sayDone('Saved: runs that wait for it look at it again');
        }}
      />
    </div>
  );
}

function Changes({ changes: { open, changes } }: { changes: CalendarChanges }): ReactNode {
  if (changes.length === 0) {
    return <p className="soft card-body">It is {open ? 'on' : 'off'}, and that does not change within three years.</p>;
  }
  return (
    <ol className="steps">
      {changes.map(({ at, local, open: isOn }) => (
        <li key={at}>
          <Badge tone={isOn ? 'good' : 'idle'}>{isOn ? 'On' : 'Off'}</Badge>
          <span className="name">{formatLocal(local)}</span>
          <span className="soft">
            <Time at={at} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function UsedBy({ id }: { id: string }): ReactNode {
  const uses = useQuery(askAll('listCalendarUses', { params: { id } }));
  return (
    <Card title="Used by" flush>
      {uses.isPending ? (
        <Skeleton lines={2} />
      ) : uses.isError ? (
        <div className="card-body">
          <ErrorNotice error={uses.error} onRetry={() => void uses.refetch()} />
        </div>
      ) : uses.data.length === 0 ? (
        <p className="soft card-body">No integration names it. Conditions may ask for it: window('its name').</p>
      ) : (
        <ul className="steps">
          {uses.data.map((use) => (
            <li key={use.id}>
              <Link className="name" to="/integrations/$id" params={{ id: use.id }}>
                {use.name}
              </Link>
              {!use.runs_use_it && <span className="soft">no run goes by it now</span>}
              <StatusBadge status={use.status} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
