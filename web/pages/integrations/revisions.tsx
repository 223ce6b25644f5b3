import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Integration, IntegrationRevisionSummary } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { diffDefinitions } from '../../model/diff-definitions.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useCanIn } from '../../shell/session.tsx';
import { toDefinition } from './to-definition.ts';
import { useQuery } from '../../parts/use-query.ts';

/** Every version that the flow ever had, what each changed, and the way back to it. */
export function Revisions({ integration, open }: { integration: Integration; open: string | undefined }): ReactNode {
  const { id } = integration;
  const revisions = useQuery(ask('listIntegrationRevisions', { params: { id }, query: { per_page: 100 } }));
  const mayWrite = useCanIn('integrations:write', integration.account_id);
  const [chosen, setChosen] = useState<IntegrationRevisionSummary>();
  if (revisions.isPending) return <Skeleton />;
  if (revisions.isError) return <ErrorNotice error={revisions.error} onRetry={() => void revisions.refetch()} />;
  const listed = revisions.data.data.toSorted((a, b) => b.revision - a.revision);
  const shown = Number(open ?? listed[0]?.revision ?? 1);
  return (
    <div className="columns">
      <Card title={`What revision ${shown} changed`}>
        <Changes id={id} revision={shown} />
      </Card>
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
                  <Time at={item.created_at} />
                  {item.changed.length > 0 && ` · ${item.changed.join(', ')}`}
                </small>
              </Link>
              {item.active ? (
                <Badge tone="good">Active</Badge>
              ) : (
                mayWrite && (
                  <Button
                    looks={['small']}
                    aria-label={`Use revision ${item.revision}`}
                    onClick={() => setChosen(item)}
                  >
                    Use
                  </Button>
                )
              )}
            </li>
          ))}
        </ul>
      </Card>
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
        Triggers and runs use it from now on. A run that is under way goes on with its own.
      </ConfirmDialog>
    </div>
  );
}

function Changes({ id, revision }: { id: string; revision: number }): ReactNode {
  const after = useQuery(ask('getIntegrationRevision', { params: { id, revision: String(revision) } }));
  const before = useQuery({
    ...ask('getIntegrationRevision', { params: { id, revision: String(revision - 1) } }),
    enabled: revision > 1,
  });
  if (after.isError) return <ErrorNotice error={after.error} />;
  if (after.data === undefined || (revision > 1 && before.isPending)) return <Skeleton />;
  const differences = diffDefinitions(
    before.data === undefined ? {} : toDefinition(before.data.data.definition),
    toDefinition(after.data.data.definition),
  );
  if (differences.length === 0) return <p className="soft">Nothing of the flow.</p>;
  return (
    <ul className="diff">
      {differences.map(({ path, before: was, after: is }) => (
        <li key={path}>
          <code>{path}</code>
          {was !== undefined && <del>{was}</del>}
          {is !== undefined && <ins>{is}</ins>}
        </li>
      ))}
    </ul>
  );
}
