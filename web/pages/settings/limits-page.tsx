import type { ReactNode } from 'react';
import { ask } from '../../hub.ts';
import { formatCount } from '../../model/format.ts';
import { toSentence } from '../../model/status.ts';
import { Card } from '../../parts/card.tsx';
import { Page } from '../../parts/page.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** What this hub allows, as it says itself: a limit that is added to the API stands here without further ado. */
export function LimitsPage(): ReactNode {
  const limits = useQuery(ask('getLimits', {}));
  return (
    <Page title="Limits" lead="What this hub allows. Its operator can change some of them.">
      {limits.isPending ? (
        <Skeleton lines={8} />
      ) : limits.isError ? (
        <ErrorNotice error={limits.error} onRetry={() => void limits.refetch()} />
      ) : (
        <div className="pairs">
          {Object.entries(limits.data.data).map(([group, members]) => (
            <Card key={group} title={toSentence(group)}>
              <dl className="facts">
                {flatten(members).map(([name, value]) => (
                  <Limit key={name} name={name} value={value} />
                ))}
              </dl>
            </Card>
          ))}
        </div>
      )}
    </Page>
  );
}

function Limit({ name, value }: { name: string; value: unknown }): ReactNode {
  return (
    <>
      <dt>{toSentence(name)}</dt>
      <dd>{typeof value === 'number' ? showNumber(name, value) : String(value)}</dd>
    </>
  );
}

function showNumber(name: string, value: number): string {
  if (!name.endsWith('bytes') || value < 1024) return formatCount(value);
  return value < 1_048_576 ? `${formatCount(value / 1024)} KiB` : `${formatCount(value / 1_048_576)} MiB`;
}

function flatten(members: object, prefix = ''): [string, unknown][] {
  return Object.entries(members).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    const full = prefix === '' ? name : `${prefix} ${name}`;
    return typeof value === 'object' && value !== null ? flatten(value, full) : [[full, value]];
  });
}
