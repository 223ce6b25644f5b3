import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Integration, Run } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { formatAmount, formatClock } from '../../model/format.ts';
import { adviseRun } from '../../model/run-advice.ts';
import { toSentence } from '../../model/status.ts';
import { Notice } from '../../parts/states.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** Why a run failed, what its log said last, and the one act that helps most; nothing where all is well. */
export function RunCause({ run }: { run: Run }): ReactNode {
  const { error, withheld } = run;
  return (
    <>
      {error !== undefined && <Cause run={run} error={error} />}
      {error === undefined && run.counters.failed > 0 && (
        <Notice tone="warn" title={`${formatAmount(run.counters.failed, 'record')} could not be processed`}>
          <p>All others were. Correct what they have in common, then process them again.</p>
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
  const log = useQuery(ask('listRunLogs', { params: { id: run.id }, query: { level: 'error', per_page: 3 } }));
  const integration = useQuery({
    ...ask('getIntegration', { params: { id: run.integration_id } }),
    enabled: advice.act === 'connection',
  });
  const where = [error.connector, error.operation].filter((part) => part !== undefined).join(' · ');
  const entries = (log.data?.data ?? []).filter(({ message }) => message !== error.message);
  return (
    <Notice tone="bad" title={error.message}>
      <p>{advice.words}</p>
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
    ...ask('listConnections', { query: { per_page: 100 } }),
    enabled: act === 'connection',
  });
  if (act === 'connection') {
    const used = [integration?.target?.connection_id, integration?.source?.connection_id];
    const found = (connections.data?.data ?? []).find(
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
