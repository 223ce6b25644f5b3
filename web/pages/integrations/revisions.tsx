import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Integration, IntegrationRevisionSummary } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { formatRelative } from '../../model/format.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useCanIn } from '../../shell/session.tsx';
import { askAll } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';
import { RevisionComparison } from './revision-comparison.tsx';

/** Every version that the flow ever had, what differs between any two, and the ways back. */
export function Revisions({
  integration,
  etag,
  open,
  against,
}: {
  integration: Integration;
  etag: string | undefined;
  /** The later one of the comparison, as the address has it. */
  open: string | undefined;
  against: string | undefined;
}): ReactNode {
  const { id } = integration;
  const revisions = useQuery(askAll('listIntegrationRevisions', { params: { id } }));
  const mayWrite = useCanIn('integrations:write', integration.account_id);
  const [chosen, setChosen] = useState<IntegrationRevisionSummary>();
  if (revisions.isPending) return <Skeleton />;
  if (revisions.isError) return <ErrorNotice error={revisions.error} onRetry={() => void revisions.refetch()} />;
  const listed = revisions.data.toSorted((a, b) => b.revision - a.revision);
  const to = toNumber(open) ?? listed[0]?.revision ?? 1;
  const from = toNumber(against) ?? to - 1;
  return (
    <div className="columns">
      <Card title={describeComparison(from, to)}>
        <div className="stack">
          <Picker id={id} listed={listed} from={from} to={to} />
          <RevisionComparison integration={integration} etag={etag} from={from} to={to} mayWrite={mayWrite} />
        </div>
      </Card>
      <List id={id} listed={listed} shown={to} onUse={mayWrite ? setChosen : undefined} />
      <ConfirmDialog
        open={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={`Use revision ${chosen?.revision ?? ''}?`}
        act="Use it"
        onConfirm={async () => {
          await hub.call('activateIntegrationRevision', {
            params: { id, revision: String(chosen?.revision ?? '') },
          });
          await queries.invalidateQueries();
          sayDone('The next run uses it');
        }}
      >
        Runs use it from now on, {integration.status !== 'active' && 'by hand, and by triggers once it is active, '}
        until the integration is changed or another one is chosen. A run that is under way goes on with its own.
      </ConfirmDialog>
    </div>
  );
}

function List({
  id,
  listed,
  shown,
  onUse,
}: {
  id: string;
  listed: readonly IntegrationRevisionSummary[];
  shown: number;
  onUse: ((revision: IntegrationRevisionSummary) => void) | undefined;
}): ReactNode {
  return (
    <Card title="Revisions" flush>
      <ul className="steps">
        {listed.map((item) => (
          <li key={item.revision}>
            <Link
              className="name"
              to="/integrations/$id"
              params={{ id }}
              search={{ tab: 'revisions', revision: String(item.revision) }}
              aria-current={item.revision === shown ? 'true' : false}
              replace
            >
              Revision {item.revision}
              <br />
              <small>
                {item.created_by_name !== undefined && `${item.created_by_name}, `}
                <Time at={item.created_at} />
                {item.changed.length > 0 && ` · ${item.changed.join(', ')}`}
              </small>
            </Link>
            {item.active ? (
              <Badge tone="good">In use</Badge>
            ) : (
              onUse !== undefined && (
                <Button looks={['small']} aria-label={`Use revision ${item.revision}`} onClick={() => onUse(item)}>
                  Use
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Chooses the two revisions that are compared. */
function Picker({
  id,
  listed,
  from,
  to,
}: {
  id: string;
  listed: readonly IntegrationRevisionSummary[];
  from: number;
  to: number;
}): ReactNode {
  const navigate = useNavigate();
  const now = useNow();
  const options = listed.map(({ revision, created_at: at, created_by_name: name }): [string, string] => [
    String(revision),
    `${revision}: ${name === undefined ? '' : `${name}, `}${formatRelative(at, now)}`,
  ]);
  const choose = (revision: string, against: string): void =>
    void navigate({
      to: '/integrations/$id',
      params: { id },
      search: { tab: 'revisions', revision, against },
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="hours-line">
      <Choice
        label="From revision"
        value={String(from)}
        options={[...options, ['0', 'none: all of it']]}
        onChange={(next) => choose(String(to), next)}
      />
      <Choice
        label="To revision"
        value={String(to)}
        options={options}
        onChange={(next) => choose(next, String(from))}
      />
    </div>
  );
}

function describeComparison(from: number, to: number): string {
  if (from === 0) return `All of revision ${to}`;
  return from === to - 1 ? `What revision ${to} changed` : `From revision ${from} to ${to}`;
}

/** An address may say anything. */
function toNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
