import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ConnectionLink } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { act } from '../../parts/toasts.tsx';
import { useConnectorNames } from '../../parts/use-connector-names.ts';
import { mayIn } from '../../model/access/reach.ts';
import { useCan, useMe } from '../../shell/session.tsx';
import { NewLinkDialog } from './new-link-dialog.tsx';

/** Links by which customers connect systems of theirs, without being members. */
export function LinksCard(): ReactNode {
  const me = useMe();
  const mayWrite = useCan('connections:write');
  const nameOf = useConnectorNames();
  const [isAsking, setAsking] = useState(false);
  const [link, setLink] = useState<string>();
  const make = mayWrite && (
    <Button icon="link" onClick={() => setAsking(true)}>
      Make a link
    </Button>
  );
  return (
    <Card
      title="Links for customers"
      note="A page with your name and logo, where a customer connects one system of theirs without being a member."
      actions={make}
      flush
    >
      <DataList
        list="listConnectionLinks"
        input={{}}
        name="Links for customers"
        noun={['link', 'links']}
        columns={makeColumns((accountId) => mayIn(me, 'connections:write', accountId), nameOf)}
        everyMs={15_000}
        linked={false}
        empty={
          <EmptyState icon="link" title="No link yet" action={make}>
            Your program makes them by POST /connections/links; here you make one by hand.
          </EmptyState>
        }
      />
      <NewLinkDialog open={isAsking} onClose={() => setAsking(false)} onMade={setLink} />
      <SecretDialog
        title="The link is made"
        what="the link"
        secret={link}
        onClose={() => setLink(undefined)}
        note="Send it to your customer. It works for one connection, and is shown this once."
      />
    </Card>
  );
}

/** @param mayWrite Of an account. @param nameOf Of a connector, by its id. */
function makeColumns(
  mayWrite: (accountId: string) => boolean,
  nameOf: (id: string) => string,
): Column<ConnectionLink>[] {
  return [
    {
      title: 'For',
      show: ({ name, service_types: types, connection_id: connection }) => (
        <>
          <strong>{name ?? 'A connection'}</strong>
          <small>{types.map(nameOf).join(', ')}</small>
          {connection !== undefined && (
            <Link to="/connections/$id" params={{ id: connection }}>
              <small>The connection</small>
            </Link>
          )}
        </>
      ),
    },
    { title: 'Status', looks: ['fit'], show: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Expires', looks: ['fit', 'wide'], show: ({ expires_at: at }) => <Time at={at} /> },
    { title: 'Made', looks: ['fit', 'wide'], show: ({ created_at: at }) => <Time at={at} /> },
    {
      title: '',
      looks: ['fit'],
      show: (link) =>
        mayWrite(link.account_id) &&
        link.status === 'open' && (
          <Button
            looks={['small']}
            aria-label={`Take back the link for ${link.name ?? link.id}`}
            onClick={() => void takeBack(link)}
          >
            Take back
          </Button>
        ),
    },
  ];
}

function takeBack({ id }: ConnectionLink): Promise<void> {
  return act(async () => {
    await hub.call('deleteConnectionLink', { params: { id } });
    await queries.invalidateQueries();
  }, 'The link leads nowhere now');
}
