import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditEvent } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { type AuditSearch, describeActor, toDeed, toSubject } from '../../model/audit/audit-filters.ts';
import { formatExact } from '../../model/format.ts';
import { pickSet } from '../../model/read-filters.ts';
import { IdText } from '../../parts/copy-button.tsx';
import { DifferenceList } from '../../parts/difference-list.tsx';
import { InfoDialog } from '../../parts/dialogs.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** One event, at an address of its own. */
export function EventDialog({
  id,
  filters,
  onClose,
}: {
  id: string;
  filters: AuditSearch;
  onClose: () => void;
}): ReactNode {
  const found = useQuery(ask('getAuditEvent', { params: { id } }));
  const event = found.data?.data;
  return (
    <InfoDialog open hasAddress onClose={onClose} title={event === undefined ? 'Event' : toDeed(event.action)}>
      {event !== undefined ? (
        <EventFacts event={event} filters={filters} />
      ) : found.isError ? (
        <ErrorNotice error={found.error} />
      ) : (
        <Skeleton />
      )}
    </InfoDialog>
  );
}

function EventFacts({ event, filters }: { event: AuditEvent; filters: AuditSearch }): ReactNode {
  const { actor, resource_id: resource, resource_type: type, changes = {} } = event;
  const { name, kind } = describeActor(actor, event.actor_name);
  return (
    <>
      <dl className="facts">
        <dt>When</dt>
        <dd>{formatExact(event.created_at)}</dd>
        <dt>Who</dt>
        <dd>
          {name !== actor && (
            <>
              <strong>{name}</strong> <small>{kind}</small>
            </>
          )}
          <IdText id={actor} />
          <Link to="/audit" search={pickSet({ ...filters, actor })}>
            All that they did
          </Link>
        </dd>
        <dt>From</dt>
        <dd className="mono">{event.address ?? 'not known'}</dd>
        <dt>Done to</dt>
        <dd>
          {toSubject(type)} <IdText id={resource} />
          <span className="row">
            <Link to="/audit" search={{ resource_id: resource }}>
              All that was done to it
            </Link>
            <ResourceLink type={type} id={resource} />
          </span>
        </dd>
        <dt>Request</dt>
        <dd>{event.request_id === undefined ? '–' : <IdText id={event.request_id} />}</dd>
        <dt>Sealed</dt>
        <dd>
          {event.seal === undefined ? (
            'In some seconds'
          ) : (
            <>
              As number {event.seal.sequence}, by the hash <IdText id={event.seal.hash} />
            </>
          )}
        </dd>
      </dl>
      <DifferenceList before={event.before ?? {}} after={event.after ?? {}} none="No member has another value." />
      {Object.keys(changes).length > 0 && <JsonView value={changes} what="what else is known of it" />}
    </>
  );
}

const pages = {
  integration: '/integrations/$id',
  connection: '/connections/$id',
  run: '/runs/$id',
  calendar: '/calendars/$id',
  webhook_endpoint: '/webhooks/$id',
  workflow: '/schedules/$id',
  sso_connection: '/settings/sign-in/$id',
} as const;

function ResourceLink({ type, id }: { type: string; id: string }): ReactNode {
  if (!isPage(type)) return null;
  return (
    <Link to={pages[type]} params={{ id }}>
      Open it
    </Link>
  );
}

function isPage(type: string): type is keyof typeof pages {
  return type in pages;
}
