import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { WebhookEndpoint, WebhookEndpointInput } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { toSentence } from '../../model/status.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useCan } from '../../shell/session.tsx';

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

const groups = ['run.*', 'run.failed', 'record.*', 'connection.*', 'integration.*', 'webhook_endpoint.*'] as const;

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
      lead="Your addresses, to which the hub sends what happens: runs that fail, connections that expire."
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
              Add an address of yours, and the hub signs and sends events to it until they are taken.
            </EmptyState>
          }
        />
      </div>
      <FormDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Add an endpoint"
        act="Add"
        onSubmit={async (form) => {
          const made = await hub.call('createWebhookEndpoint', { body: toInput(form) });
          await queries.invalidateQueries();
          setSecret(made.secret);
        }}
      >
        {() => (
          <>
            <TextField label="Name" name="name" required />
            <TextField label="Address" name="url" type="url" placeholder="https://" required />
            <fieldset className="scopes" style={{ gridTemplateColumns: '1fr 1fr' }}>
              <legend className="label">Events</legend>
              {groups.map((group) => (
                <label key={group} className="check">
                  <input type="checkbox" name="events" value={group} defaultChecked={group === 'run.failed'} />
                  {group.endsWith('*') ? `All of ${toSentence(group.slice(0, -2)).toLowerCase()}s` : 'Failed runs'}
                </label>
              ))}
            </fieldset>
          </>
        )}
      </FormDialog>
      <SecretDialog
        title="Signing secret"
        secret={secret}
        onClose={() => setSecret(undefined)}
        note="Your program checks by it that an event comes from this hub. It is shown this once."
      />
    </Page>
  );
}

function toInput(form: FormData): WebhookEndpointInput {
  const wanted = form.getAll('events');
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { name: text('name'), url: text('url'), events: groups.filter((group) => wanted.includes(group)) };
}
