import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import type { IntegrationDraftSummary } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { openDrafts } from '../../model/draft-store.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { Notice } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { useMe } from '../../shell/session.tsx';

function useHubDrafts(): readonly IntegrationDraftSummary[] {
  const isPerson = useMe().kind === 'session';
  return useQuery({ ...ask('listIntegrationDrafts', {}), enabled: isPerson }).data?.data ?? [];
}

/** What the person has not saved, whichever browser it was made in. Nothing where there is nothing. */
export function UnsavedList(): ReactNode {
  const drafts = useHubDrafts();
  const { id: personId } = useMe();
  const [asked, setAsked] = useState<IntegrationDraftSummary>();
  if (drafts.length === 0) return null;
  const discard = async (id: string): Promise<void> => {
    await hub.request('discardIntegrationDraft', { params: { id } });
    openDrafts(localStorage, personId).drop(id);
    await queries.invalidateQueries({ queryKey: ['listIntegrationDrafts'] });
  };
  return (
    <Card title="Your unsaved work" note="Kept on the hub for you, from any browser. Runs do not use it.">
      <ul className="unsaved">
        {drafts.map((draft) => (
          <li key={draft.integration_id}>
            <span>
              <Link to="/integrations/$id/build" params={{ id: draft.integration_id }} search={{ part: 'changes' }}>
                {draft.integration_name}
              </Link>{' '}
              <span className="soft">
                changed <Time at={draft.updated_at} />
              </span>
            </span>
            <Button
              looks={['small']}
              aria-label={`Discard the work on ${draft.integration_name}`}
              onClick={() => setAsked(draft)}
            >
              Discard
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title="Discard the unsaved work?"
        act="Discard"
        danger
        onConfirm={() => discard(asked?.integration_id ?? '')}
      >
        {asked?.integration_name} stays as it was saved. What you changed since is gone.
      </ConfirmDialog>
    </Card>
  );
}

/** What is kept of an unfinished change, by this browser or by the hub. */
export function UnsavedWork({ id }: { id: string }): ReactNode {
  const { id: personId } = useMe();
  const here = useMemo(() => openDrafts(localStorage, personId).read(id), [personId, id]);
  const onHub = useHubDrafts().find(({ integration_id: of }) => of === id);
  const at = here?.at ?? onHub?.updated_at;
  if (at === undefined) return null;
  return (
    <Notice tone="idle" title="Your changes are not saved yet">
      <p>
        You left them <Time at={at} />
        {here === undefined ? ', in another browser' : ', in this browser'}.{' '}
        <Link
          to="/integrations/$id/build"
          params={{ id }}
          search={{ part: here?.unread === undefined ? 'changes' : 'json' }}
        >
          Go on with them
        </Link>
      </p>
    </Notice>
  );
}
