import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Approval } from '../../../client/operations.data.ts';
import { formatAmount } from '../../model/format.ts';
import { choose, pickSet } from '../../model/read-filters.ts';
import { Badge, StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorNotice } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useCan, useMe } from '../../shell/session.tsx';
import { type Asked, DecisionDialog } from './decision-dialog.tsx';
import { DelegateButton, Delegations } from './delegations.tsx';
import { Guarded } from './guarded.tsx';
import { MailNotice } from './mail-notice.tsx';
import { type Several, useSeveral } from './several.tsx';

const route = getRouteApi('/approvals');
const statuses = [
  ['open', 'Open'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
  ['expired', 'Expired'],
  ['canceled', 'Canceled'],
  ['withdrawn', 'Withdrawn'],
] as const;
const everyMs = 5000;

/** What flows ask people, and what was decided. */
export function ApprovalsPage(): ReactNode {
  const { status: wanted, run_id: runId } = route.useSearch();
  const status = choose(statuses, wanted) ?? 'open';
  const [asked, setAsked] = useState<Asked>();
  const [refusals, setRefusals] = useState<Readonly<Record<string, unknown>>>({});
  const mayDecide = useCan('runs:approve');
  const isPerson = useMe().kind === 'session';
  const several = useSeveral(runId);
  const noteRefusal = (id: string, error: unknown): void => setRefusals((all) => ({ ...all, [id]: error }));
  return (
    <Page
      title="Approvals"
      lead="Items of flows, and changes that guards hold back, that wait until people have decided on them, the newest first."
      actions={mayDecide && isPerson ? <DelegateButton /> : undefined}
    >
      {isPerson && <Delegations />}
      <MailNotice />
      <nav className="tabs" aria-label="Status">
        {statuses.map(([value, words]) => (
          <Link
            key={value}
            to="/approvals"
            search={pickSet({ status: value === 'open' ? undefined : value, run_id: runId })}
            // Without it, the address of the first holds for all of them.
            activeOptions={{ exact: true }}
            aria-current={value === status ? 'page' : false}
            replace
          >
            {words}
          </Link>
        ))}
      </nav>
      {runId !== undefined && (
        <p className="soft">
          Of one run only. <Link to="/approvals">Show those of all runs</Link>
        </p>
      )}
      {status === 'open' && mayDecide && several.acts}
      <div className="card">
        <DataList
          list="listApprovals"
          input={{ query: pickSet({ status, run_id: runId }) }}
          name="Approvals"
          noun={['approval', 'approvals']}
          columns={makeColumns({
            isOpen: status === 'open',
            mayDecide,
            refusals,
            several,
            onAsk: setAsked,
          })}
          everyMs={everyMs}
          onListed={status === 'open' ? several.onListed : undefined}
          linked={false}
          empty={
            status === 'open' ? (
              <EmptyState icon="check" title="Nothing waits for an approval">
                An item of a flow that comes to an approval stands here until somebody has decided on it, and so does
                what a guard holds back.
              </EmptyState>
            ) : (
              <EmptyState icon="filter" title="No approval is like this" />
            )
          }
        />
      </div>
      {asked !== undefined && (
        <DecisionDialog asked={asked} onClose={() => setAsked(undefined)} onRefused={noteRefusal} />
      )}
    </Page>
  );
}

function makeColumns({
  isOpen,
  mayDecide,
  refusals,
  several: { chosen, onChoose },
  onAsk,
}: {
  isOpen: boolean;
  mayDecide: boolean;
  refusals: Readonly<Record<string, unknown>>;
  several: Pick<Several, 'chosen' | 'onChoose'>;
  onAsk: (asked: Asked) => void;
}): Column<Approval>[] {
  const columns: Column<Approval>[] = [
    { title: 'Question', show: (approval) => <Question approval={approval} refusal={refusals[approval.id]} /> },
    { title: 'Integration', show: (approval) => <Origin approval={approval} /> },
    { title: 'Requested', looks: ['fit', 'titled'], show: (approval) => <Time at={approval.requested_at} /> },
    isOpen
      ? { title: 'Due', looks: ['fit', 'titled'], show: (approval) => <Time at={approval.due_at} /> }
      : { title: 'Ended', looks: ['fit', 'titled'], show: (approval) => <Time at={approval.ended_at} /> },
  ];
  if (!isOpen)
    return [...columns, { title: 'Status', looks: ['fit'], show: ({ status }) => <StatusBadge status={status} /> }];
  if (!mayDecide) return columns;
  const choice: Column<Approval> = {
    title: 'Choose',
    looks: ['fit'],
    show: ({ id, message, scope, may_decide: isMine }) =>
      isMine &&
      scope === 'item' && (
        <input
          type="checkbox"
          aria-label={`Choose: ${message}`}
          checked={chosen.has(id)}
          onChange={(event) => onChoose(id, event.target.checked)}
        />
      ),
  };
  return [
    choice,
    ...columns,
    { title: '', looks: ['fit'], show: (approval) => <Acts approval={approval} onAsk={onAsk} /> },
  ];
}

function Question({ approval, refusal }: { approval: Approval; refusal: unknown }): ReactNode {
  const { message, stale, decisions, guard } = approval;
  return (
    <div className="stack">
      <div>
        <strong>{message}</strong> {stale && <Badge tone="warn">Stale</Badge>}
        <br />
        <small className="soft">
          {guard === undefined ? <OfItem approval={approval} /> : <Guarded guard={guard} />}
        </small>
      </div>
      {decisions.map((one) => (
        <small key={one.actor} className="soft">
          {one.decision === 'approve' ? 'Approved' : 'Rejected'} <Time at={one.at} /> by{' '}
          {one.actor_name ?? <code>{one.actor}</code>}
          {one.on_behalf_of !== undefined && <> for {one.on_behalf_of_name ?? <code>{one.on_behalf_of}</code>}</>}
          {one.comment !== undefined && `: ${one.comment}`}
        </small>
      ))}
      {refusal !== undefined && <ErrorNotice error={refusal} />}
    </div>
  );
}

function OfItem({ approval: { key, step, stale, quorum, count = 1, decisions } }: { approval: Approval }): ReactNode {
  const agreed = decisions.filter(({ decision }) => decision === 'approve').length;
  return (
    <>
      Record <code>{key}</code>, step <code>{step}</code>
      {count > 1 && `, with ${formatAmount(count - 1, 'more item')} of the run`}
      {quorum > 1 && `, ${agreed} of ${quorum} approvals`}
      {stale && '. The record has changed since: a newer item of it waits behind this one'}.
    </>
  );
}

function Origin({ approval }: { approval: Approval }): ReactNode {
  return (
    <div className="link-lines">
      <Link to="/integrations/$id" params={{ id: approval.integration_id }}>
        {approval.integration_name}
      </Link>
      <Link to="/runs/$id" params={{ id: approval.run_id }}>
        <small>Its run</small>
      </Link>
    </div>
  );
}

function Acts({ approval, onAsk }: { approval: Approval; onAsk: (asked: Asked) => void }): ReactNode {
  if (!approval.may_decide) return null;
  return (
    <div className="row-acts">
      <Button looks={['small', 'primary']} onClick={() => onAsk({ approval, decision: 'approve' })}>
        Approve…
      </Button>
      <Button looks={['small']} onClick={() => onAsk({ approval, decision: 'reject' })}>
        Reject…
      </Button>
    </div>
  );
}
