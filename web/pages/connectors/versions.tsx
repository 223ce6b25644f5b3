import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ConnectorVersion } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { DifferenceList } from '../../parts/difference-list.tsx';
import { ConfirmDialog, InfoDialog } from '../../parts/dialogs.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { askAll } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';
import { useCan, useCanIn } from '../../shell/session.tsx';

/** Every version of a connector that is kept, what each changed, and the way back. */
export function Versions({ id, etag }: { id: string; etag: string | undefined }): ReactNode {
  const found = useQuery(askAll('listConnectorVersions', { params: { id } }));
  const mayWrite = useCanIn('connectors:write', undefined);
  const maySeeLog = useCan('audit:read');
  const [asked, setAsked] = useState<{ what: 'see' | 'activate'; version: ConnectorVersion }>();
  const close = (): void => setAsked(undefined);
  return (
    <Card
      title="Versions"
      actions={
        maySeeLog && (
          <Link to="/audit" search={{ resource_id: id }}>
            Who changed it
          </Link>
        )
      }
      flush
    >
      {found.isPending ? (
        <Skeleton lines={2} />
      ) : found.isError ? (
        <div className="card-body">
          <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
        </div>
      ) : (
        <ul className="steps">
          {found.data.map((version) => (
            <li key={version.version}>
              <span className="name">
                Version {version.version}
                <br />
                <small>
                  <Time at={version.created_at} />
                  {version.restores !== undefined && ` · as version ${version.restores}`}
                </small>
              </span>
              <Button
                looks={['small', 'quiet']}
                aria-label={`What version ${version.version} changed`}
                onClick={() => setAsked({ what: 'see', version })}
              >
                What changed
              </Button>
              {version.active ? (
                <Badge tone="good">Active</Badge>
              ) : (
                mayWrite && (
                  <Button
                    looks={['small']}
                    aria-label={`Use version ${version.version}`}
                    onClick={() => setAsked({ what: 'activate', version })}
                  >
                    Use
                  </Button>
                )
              )}
            </li>
          ))}
        </ul>
      )}
      <InfoDialog open={asked?.what === 'see'} onClose={close} title={`What version ${asked?.version.version} changed`}>
        {asked?.what === 'see' && <Changes id={id} version={asked.version.version} />}
      </InfoDialog>
      <ConfirmDialog
        open={asked?.what === 'activate'}
        onClose={close}
        title={`Use version ${asked?.version.version} again?`}
        act="Use it"
        onConfirm={async () => {
          const params = { id, version: String(asked?.version.version) };
          await hub.call('activateConnectorVersion', { params }, etag === undefined ? {} : { ifMatch: etag });
          await queries.invalidateQueries();
          sayDone('The next run uses it');
        }}
      >
        A new version is made that repeats it. Runs that are at work finish with the version that they began with.
      </ConfirmDialog>
    </Card>
  );
}

function Changes({ id, version }: { id: string; version: number }): ReactNode {
  const ofVersion = (number: number) => ask('getConnectorVersion', { params: { id, version: String(number) } });
  const after = useQuery(ofVersion(version));
  const before = useQuery({ ...ofVersion(version - 1), enabled: version > 1 });
  if (after.isError) return <ErrorNotice error={after.error} />;
  if (after.data === undefined || (version > 1 && before.isPending)) return <Skeleton />;
  return (
    <DifferenceList
      before={before.data?.data.definition ?? {}}
      after={after.data.data.definition}
      none="Nothing differs from the version before."
    />
  );
}
