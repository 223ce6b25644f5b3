import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ask } from '../../hub.ts';
import { mayIn } from '../../model/access/reach.ts';
import { Page, PendingPage } from '../../parts/page.tsx';
import { ErrorNotice } from '../../parts/states.tsx';
import { useMe } from '../../shell/session.tsx';
import { Builder } from './builder.tsx';
import { schemasQuery } from './read-schemas.ts';
import { readHubDraft } from './use-hub-draft.ts';
import { askAll, byName } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';

const route = getRouteApi('/integrations/$id/build');

/** An integration being worked on: what it is made of, with what the work would do to real records beside it. */
export function BuilderPage(): ReactNode {
  const { id } = route.useParams();
  const { part, at } = route.useSearch();
  const me = useMe();
  const found = useQuery(ask('getIntegration', { params: { id } }, 15_000));
  const schemas = useQuery(schemasQuery);
  const connections = useQuery(askAll('listConnections', byName));
  const isPerson = me.kind === 'session';
  // Read once for each visit, also where all else is asked again: what is in it goes on here.
  const hubDraft = useQuery({
    queryKey: ['builder draft', id],
    queryFn: ({ signal }) => readHubDraft(id, signal),
    enabled: isPerson,
    staleTime: 'static',
    gcTime: 0,
  });
  const error = found.error ?? schemas.error ?? connections.error;
  if (error !== null && found.data === undefined) {
    return (
      <Page title="Edit an integration" crumbs={<Link to="/integrations">Integrations</Link>}>
        <ErrorNotice error={error} onRetry={() => void found.refetch()} />
      </Page>
    );
  }
  if (found.data === undefined || schemas.data === undefined || (isPerson && hubDraft.isPending)) {
    return schemas.error === null ? (
      <PendingPage title="Edit an integration" />
    ) : (
      <ErrorNotice error={schemas.error} onRetry={() => void schemas.refetch()} />
    );
  }
  const { account_id: accountId } = found.data.data;
  const mayWrite = mayIn(me, 'integrations:write', accountId);
  return (
    <Builder
      key={id}
      integration={found.data.data}
      etag={found.data.etag ?? ''}
      schemas={schemas.data}
      // Who changes it can take those only that they may change integrations of.
      connections={(connections.data ?? []).filter(
        ({ account_id: of }) => !mayWrite || mayIn(me, 'integrations:write', of),
      )}
      personId={me.id}
      // Where it cannot be read, the work is kept in this browser.
      hubDraft={hubDraft.data}
      part={part}
      at={at}
    />
  );
}
