import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { WebhookEndpoint } from '../../../client/operations.data.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { Page } from '../../parts/page.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useCan } from '../../shell/session.tsx';
import { NewEndpointDialog } from './endpoint-dialogs.tsx';

const columns: readonly Column<WebhookEndpoint>[] = [
  {
    title: 'Name',
    show: (endpoint) => (
      <>
        <Link className="row-link" to="/webhooks/$id" params={{ id: endpoint.id }}>
          {endpoint.name}
        </Link>
        <small className="break">{endpoint.url}</small>
      </>
    ),
  },
  {
    title: 'Events',
    looks: ['wide'],
    show: ({ events }) => (
      <span className="tags">
        {events.map((event) => (
          <span key={event} className="tag">
            {event}
          </span>
        ))}
      </span>
    ),
  },
  { title: 'Status', looks: ['fit'], show: (endpoint) => <StatusBadge status={toEndpointStatus(endpoint)} /> },
  { title: 'Made', looks: ['fit', 'wide'], show: ({ created_at: at }) => <Time at={at} /> },
];

export function toEndpointStatus({ disabled, failing_since: since }: WebhookEndpoint): string {
  if (disabled) return 'disabled';
  return since === undefined ? 'active' : 'failing';
}

export function WebhooksPage(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const mayWrite = useCan('webhooks:write');
  const add = mayWrite && (
    <Button looks={['primary']} icon="plus" onClick={() => setOpen(true)}>
      Add an endpoint
    </Button>
  );
  return (
    <Page
      title="Webhook endpoints"
      lead="Addresses to which the hub sends what happens: programs, channels of a chat, and e-mail."
      actions={add}
    >
      <div className="card">
        <DataList
          list="listWebhookEndpoints"
          input={{}}
          name="Webhook endpoints"
          noun={['endpoint', 'endpoints']}
          columns={columns}
          empty={
            <EmptyState icon="webhooks" title="No endpoint yet" action={add}>
              Add an address, and the hub sends to it what happens until that is taken: signed events for a program,
              texts for people.
            </EmptyState>
          }
        />
      </div>
      {isOpen && <NewEndpointDialog onClose={() => setOpen(false)} onSecret={setSecret} />}
      <SecretDialog
        title="Signing secret"
        secret={secret}
        onClose={() => setSecret(undefined)}
        note="Your program checks by it that an event comes from this hub. It is shown this once."
      />
    </Page>
  );
}
