import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Approval, Integration, Run } from '../../../client/operations.data.ts';
import { ask, askFirst } from '../../hub.ts';
import { formatAmount, formatClock } from '../../model/format.ts';
import { adviseRun } from '../../model/runs/run-advice.ts';
import { toSentence } from '../../model/status.ts';
import { MarkedText } from '../../parts/marked-text.tsx';
import { Notice } from '../../parts/states.tsx';
import { askAll, byName } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';
import { describeStep } from './run-steps.tsx';

/** Why a run failed, what its log said last, and the one act that helps most; nothing where all is well. */
export function RunCause({ run }: { run: Run }): ReactNode {
  const { error, withheld } = run;
  return (
    <>
      {error !== undefined && <Cause run={run} error={error} />}
      {error === undefined && run.counters.failed > 0 && (
        <Notice tone="warn" title={`${formatAmount(run.counters.failed, 'record')} could not be processed`}>
          <p>All others were. Correct what they have in common, then process them again.</p>
          <FirstFailed run={run} />
          <div>
            <Link className="button small" to="/runs/$id" params={{ id: run.id }} search={{ tab: 'records' }} replace>
              See the failed records
            </Link>
          </div>
        </Notice>
      )}
      {withheld !== undefined && (
        <Notice
          tone="warn"
          title={`${formatAmount(withheld.records, 'record')} ${withheldReasons[withheld.reason].title}`}
        >
          <p>{withheldReasons[withheld.reason].why}</p>
          {withheld.approval_id !== undefined && <GuardApproval id={withheld.approval_id} />}
        </Notice>
      )}
      {run.empty_fields !== undefined && run.empty_fields.length > 0 && (
        <Notice tone="warn" title="Some fields had no value in any record">
          <p>Perhaps a path is mistyped: {run.empty_fields.join(', ')}.</p>
        </Notice>
      )}
    </>
  );
}

/** Whether people are asked what to do with what was held back, and the way there. */
function GuardApproval({ id }: { id: string }): ReactNode {
  const approval = useQuery(ask('getApproval', { params: { id } }));
  if (approval.data === undefined) return null;
  const { status, run_id: runId, may_decide: mayDecide, guard } = approval.data.data;
  if (status === 'open') {
    return (
      <div>
        <Link className="button small" to="/approvals" search={{ run_id: runId }}>
          {mayDecide ? 'Decide' : 'See who may decide'}
        </Link>
      </div>
    );
  }
  return (
    <p>
      {guardOutcomes[status]}{' '}
      {guard?.followed_by !== undefined && (
        <Link to="/runs/$id" params={{ id: guard.followed_by }}>
          See the run that followed
        </Link>
      )}
    </p>
  );
}

const guardOutcomes: Readonly<Record<Exclude<Approval['status'], 'open'>, string>> = {
  approved: 'It was approved since.',
  rejected: 'It was rejected: nothing of it is carried out.',
  withdrawn: 'A later run found others, or none.',
  expired: 'Nobody decided.',
  canceled: 'The integration was deleted.',
};

const notRemoved = 'that vanished were not removed';
const notMade = 'that changed were held back';

const withheldReasons: Readonly<Record<NonNullable<Run['withheld']>['reason'], { title: string; why: string }>> = {
  unidentified_records: {
    title: notRemoved,
    why: 'Some records of the source had no usable key, so it is not known which ones vanished.',
  },
  all_missing: {
    title: notRemoved,
    why: 'The source gave no record at all, which looks more like a fault than like a removal.',
  },
  above_guard: { title: notRemoved, why: 'More records vanished than the guard allows at once.' },
  too_many_items: { title: notMade, why: 'More records changed than `max_items` of the guard allows in a run.' },
  too_many_changes: { title: notMade, why: 'A larger share of the records changed than the guard allows in a run.' },
};

function Cause({ run, error }: { run: Run; error: NonNullable<Run['error']> }): ReactNode {
  const advice = adviseRun(error.code);
  const log = useQuery(askFirst('listRunLogs', 3, { params: { id: run.id }, query: { level: 'error' } }));
  const integration = useQuery({
    ...ask('getIntegration', { params: { id: run.integration_id } }),
    enabled: advice.act === 'connection',
  });
  const where = [error.connector, error.operation].filter((part) => part !== undefined).join(' · ');
  const entries = (log.data?.data ?? []).filter(({ message }) => message !== error.message);
  return (
    <Notice tone="bad" title={error.message}>
      <FailedStep run={run} />
      {run.counters.failed > 0 && <FirstFailed run={run} />}
      <p>
        <strong>What to do:</strong> {advice.words}
      </p>
      {entries.map((entry) => (
        <small key={entry.id} className="mono">
          {formatClock(entry.at)} {entry.message}
        </small>
      ))}
      <div className="row">
        <Way act={advice.act} run={run} error={error} integration={integration.data?.data} />
        <small>
          {toSentence(error.code)}
          {where !== '' && `, at ${where}`}
        </small>
      </div>
    </Notice>
  );
}

/** The part of the flow at which the run failed, where its error tells. */
function FailedStep({ run }: { run: Run }): ReactNode {
  const steps = useQuery({
    ...ask('listRunSteps', { params: { id: run.id } }),
    queryKey: ['listRunSteps', run.id, run.finished_at],
  });
  const failed = steps.data?.data.find(({ status }) => status === 'failed');
  if (failed === undefined) return null;
  return (
    <p>
      It failed at the step <strong>{describeStep(failed).words}</strong>.
    </p>
  );
}

/** The first record that failed and is still open, with the way to it. */
function FirstFailed({ run }: { run: Run }): ReactNode {
  const query = { status: 'failed' } as const;
  const records = useQuery({
    ...askFirst('listFailedRecords', 1, { params: { id: run.id }, query }),
    queryKey: ['listFailedRecords', run.id, query, run.finished_at],
  });
  const [first] = records.data?.data ?? [];
  if (first === undefined) return null;
  const { source_key: key, message } = first;
  return (
    <p>
      The first failed record:{' '}
      <Link
        to="/runs/$id"
        params={{ id: run.id }}
        search={{ tab: 'records', ...(key === undefined ? {} : { q: key }) }}
        replace
      >
        {key ?? 'one without a key'}
      </Link>
      . <MarkedText text={message} />
    </p>
  );
}

function Way({
  act,
  run,
  error,
  integration,
}: {
  act: ReturnType<typeof adviseRun>['act'];
  run: Run;
  error: NonNullable<Run['error']>;
  integration: Integration | undefined;
}): ReactNode {
  const connections = useQuery({
    ...askAll('listConnections', byName),
    enabled: act === 'connection',
  });
  if (act === 'connection') {
    const used = [integration?.target?.connection_id, integration?.source?.connection_id];
    const found = (connections.data ?? []).find(
      ({ id, service_type: type }) => used.includes(id) && (error.connector === undefined || type === error.connector),
    );
    if (found === undefined) return null;
    return (
      <Link className="button small" to="/connections/$id" params={{ id: found.id }}>
        Open {found.name}
      </Link>
    );
  }
  if (act === 'records') {
    return (
      <Link className="button small" to="/runs/$id" params={{ id: run.id }} search={{ tab: 'records' }} replace>
        See the failed records
      </Link>
    );
  }
  if (act === 'integration') {
    return (
      <Link className="button small" to="/integrations/$id" params={{ id: run.integration_id }}>
        Open the integration
      </Link>
    );
  }
  return null;
}
