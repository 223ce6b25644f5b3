import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Attention as Matter } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { formatAmount } from '../../model/format.ts';
import { Card } from '../../parts/card.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useQuery } from '../../parts/use-query.ts';

const everyMs = 10_000;

/** What a person has to do, the worst first; and that there is nothing, when there is nothing. */
export function Attention(): ReactNode {
  const matters = useQuery(ask('listAttention', {}, everyMs));
  return (
    <Card title="Needs attention" flush>
      {matters.isPending ? (
        <Skeleton lines={2} />
      ) : matters.isError ? (
        <div className="card-body">
          <ErrorNotice error={matters.error} onRetry={() => void matters.refetch()} />
        </div>
      ) : matters.data.data.length === 0 ? (
        <div className="calm">
          <Icon name="check" />
          <div>
            <strong>Nothing needs you</strong>
            <p className="soft">The last run of every integration went well, and all connections work.</p>
          </div>
        </div>
      ) : (
        <ul className="attention">
          {matters.data.data.map((matter) => (
            <li key={`${matter.kind} ${matter.subject.id}`} className={`tone-${toTone(matter)}`}>
              <span className="mark">
                <Icon name={icons[matter.kind]} />
              </span>
              <div className="words">
                <strong>{toTitle(matter)}</strong>
                <small>
                  {matter.cause !== undefined && (
                    <>
                      <MarkedText text={matter.cause.replace(/\.$/, '')} /> ·{' '}
                    </>
                  )}
                  <Time at={matter.since} />
                </small>
              </div>
              <Way matter={matter} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const icons: Readonly<Record<Matter['kind'], IconName>> = {
  connection_error: 'connections',
  connection_expired: 'connections',
  run_failed: 'runs',
  run_withheld: 'runs',
  approval_for_you: 'check',
  approval_overdue: 'check',
  endpoint_disabled: 'webhooks',
  endpoint_failing: 'webhooks',
  subscription_failing: 'webhooks',
  subscription_left: 'webhooks',
  records_failed: 'warning',
  schedule_missed: 'schedules',
  credentials_ending: 'connections',
  api_key_ending: 'warning',
  sign_in_at_risk: 'warning',
};

function toTone({ severity }: Matter): 'bad' | 'warn' {
  return severity === 'high' ? 'bad' : 'warn';
}

function toTitle({ kind, subject: { name }, count = 0 }: Matter): string {
  switch (kind) {
    case 'connection_error':
      return `${name} does not work`;
    case 'connection_expired':
      return `${name} has expired`;
    case 'run_failed':
      return `${name} failed`;
    case 'run_withheld':
      return `${name} held back ${formatAmount(count, 'change')}`;
    case 'approval_for_you':
      return `${name}: ${formatAmount(count, 'approval waits', 'approvals wait')} for you`;
    case 'approval_overdue':
      return `${name}: ${formatAmount(count, 'approval has', 'approvals have')} waited for more than a day`;
    case 'endpoint_disabled':
      return `${name} was disabled after failing for days`;
    case 'endpoint_failing':
      return `${name} takes no events`;
    case 'subscription_failing':
      return `The webhook of ${name} is not registered with its vendor`;
    case 'subscription_left':
      return `A webhook that ${name} registered is still with its vendor`;
    case 'records_failed':
      return `${name}: ${formatAmount(count, 'record')} failed`;
    case 'schedule_missed':
      return `${name} missed ${formatAmount(count, 'time')} of its schedule`;
    case 'credentials_ending':
      return `The credentials of ${name} end`;
    case 'api_key_ending':
      return `The API key ${name} ends`;
    case 'sign_in_at_risk':
      return `Signing in by ${name} may soon fail`;
  }
}

/** The one act that helps most. */
function Way({ matter: { action, subject } }: { matter: Matter }): ReactNode {
  const params = { id: subject.id };
  const className = 'button small';
  switch (action) {
    case 'repair_connection':
      return (
        <Link className={className} to="/connections/$id" params={params}>
          Repair
        </Link>
      );
    case 'replace_credentials':
      return (
        <Link className={className} to="/connections/$id" params={params}>
          Replace
        </Link>
      );
    case 'replace_api_key':
      return (
        <Link className={className} to="/settings/keys">
          See keys
        </Link>
      );
    case 'see_sign_in':
      return (
        <Link className={className} to="/settings/sign-in/$id" params={params}>
          See sign-in
        </Link>
      );
    case 'see_run':
      return (
        <Link className={className} to="/runs/$id" params={params}>
          See why
        </Link>
      );
    case 'decide':
    case 'see_approvals':
      return (
        <Link className={className} to="/approvals">
          {action === 'decide' ? 'Decide' : 'See approvals'}
        </Link>
      );
    case 'see_failed_records':
      return (
        <Link className={className} to="/failed-records">
          See records
        </Link>
      );
    case 'see_deliveries':
      return (
        <Link className={className} to="/webhooks/$id" params={params}>
          See deliveries
        </Link>
      );
    case 'see_schedule':
      return (
        <Link className={className} to="/schedules/$id" params={params}>
          See the schedule
        </Link>
      );
    case 'remove_at_vendor':
      return null;
    case 'see_hook':
      return (
        <Link className={className} to="/schedules/$id" params={params}>
          See the webhook
        </Link>
      );
  }
}
