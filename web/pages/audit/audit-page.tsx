import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import type { AuditEvent, AuditVerification } from '../../../client/operations.data.ts';
import { hub } from '../../hub.ts';
import { diffDefinitions } from '../../model/diff-definitions.ts';
import { formatAmount, formatExact } from '../../model/format.ts';
import { pickSet } from '../../model/read-filters.ts';
import { toSentence } from '../../model/status.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { InfoDialog } from '../../parts/dialogs.tsx';
import { TextFilter } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorNotice, Notice } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';

const route = getRouteApi('/audit');

/** Who did what, in a log that cannot be changed unseen. */
export function AuditPage(): ReactNode {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [shown, setShown] = useState<AuditEvent>();
  const filter = useCallback(
    (name: 'actor' | 'action' | 'resource_id') => (value: string | undefined) =>
      void navigate({ search: (before) => pickSet({ ...before, [name]: value }), replace: true }),
    [navigate],
  );
  const [onAction, onActor, onResource] = [
    useCallback((value: string | undefined) => filter('action')(value), [filter]),
    useCallback((value: string | undefined) => filter('actor')(value), [filter]),
    useCallback((value: string | undefined) => filter('resource_id')(value), [filter]),
  ];
  return (
    <Page
      title="Audit log"
      lead="Who changed what, and from where. Every event is sealed into a chain."
      actions={<Verify />}
    >
      <div className="card">
        <div className="filters">
          <TextFilter label="Action, such as run.retried" value={filters.action} onChange={onAction} />
          <TextFilter label="Id of who did it" value={filters.actor} onChange={onActor} />
          <TextFilter label="Id of what it was done to" value={filters.resource_id} onChange={onResource} />
        </div>
        <DataList
          list="listAuditEvents"
          input={{ query: pickSet(filters) }}
          name="Audit events"
          noun={['event', 'events']}
          columns={makeColumns(setShown)}
          linked={false}
          empty={<EmptyState icon="audit" title="No event is like this" action={<Link to="/audit">Show all</Link>} />}
        />
      </div>
      <InfoDialog
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown === undefined ? 'Event' : toSentence(shown.action)}
      >
        {shown !== undefined && <EventFacts event={shown} />}
      </InfoDialog>
    </Page>
  );
}

function makeColumns(show: (event: AuditEvent) => void): Column<AuditEvent>[] {
  return [
    {
      title: 'What',
      show: ({ action, resource_id: id }) => (
        <>
          <strong>{toSentence(action)}</strong>
          <small className="mono break">{id}</small>
        </>
      ),
    },
    { title: 'Who', looks: ['wide'], show: ({ actor }) => <span className="mono">{actor}</span> },
    { title: 'When', looks: ['fit'], show: ({ created_at: at }) => <Time at={at} /> },
    {
      title: '',
      looks: ['fit'],
      show: (event) => (
        <Button looks={['small']} aria-label={`Details of ${event.action} ${event.id}`} onClick={() => show(event)}>
          Details
        </Button>
      ),
    },
  ];
}

function EventFacts({ event }: { event: AuditEvent }): ReactNode {
  const differences = diffDefinitions(event.before ?? {}, event.after ?? {});
  return (
    <>
      <dl className="facts">
        <dt>When</dt>
        <dd>{formatExact(event.created_at)}</dd>
        <dt>Who</dt>
        <dd className="mono">{event.actor}</dd>
        <dt>From</dt>
        <dd className="mono">{event.address ?? 'not known'}</dd>
        <dt>Done to</dt>
        <dd className="mono">{event.resource_id}</dd>
        <dt>Request</dt>
        <dd className="mono">{event.request_id ?? '–'}</dd>
        <dt>Sealed</dt>
        <dd>{event.seal === undefined ? 'In some seconds' : `As number ${event.seal.sequence}`}</dd>
      </dl>
      {differences.length > 0 && (
        <ul className="diff">
          {differences.map(({ path, before, after }) => (
            <li key={path}>
              <code>{path}</code>
              {before !== undefined && <del>{before}</del>}
              {after !== undefined && <ins>{after}</ins>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Follows the chain from its beginning, in as many calls as it takes. */
function Verify(): ReactNode {
  const [state, setState] = useState<{ busy: boolean; checked: number; found?: AuditVerification; error?: unknown }>();
  const run = async (): Promise<void> => {
    let checked = 0;
    let after: AuditVerification['verified_to'] | undefined;
    setState({ busy: true, checked });
    try {
      for (;;) {
        const found = await hub.call('verifyAuditEvents', { body: after === undefined ? {} : { after } });
        checked += found.checked;
        after = found.verified_to;
        const isOver = found.complete || !found.ok || found.checked === 0;
        setState({ busy: !isOver, checked, found });
        if (isOver) return;
      }
    } catch (error) {
      setState({ busy: false, checked, error });
    }
  };
  return (
    <>
      <Button icon="audit" busy={state?.busy === true} onClick={() => void run()}>
        Verify the chain
      </Button>
      <InfoDialog open={state !== undefined} onClose={() => setState(undefined)} title="The chain of events">
        <div role="status">
          {state?.error !== undefined ? (
            <ErrorNotice error={state.error} />
          ) : state?.busy === true ? (
            <p>{formatAmount(state.checked, 'event')} so far…</p>
          ) : state?.found?.ok === false ? (
            <Notice tone="bad" title="The log was changed">
              <ul>
                {state.found.problems.map(({ code, message, sequence }) => (
                  <li key={`${code} ${sequence}`}>{message}</li>
                ))}
              </ul>
            </Notice>
          ) : (
            <Notice tone="good" title="The log is intact">
              <p>{formatAmount(state?.checked ?? 0, 'event')} follow one another as they were written.</p>
            </Notice>
          )}
        </div>
      </InfoDialog>
    </>
  );
}
