import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { WebhookDelivery, WebhookEndpoint } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { choose, pickSet } from '../../model/read-filters.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { SelectFilter } from '../../parts/fields.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Page, PendingPage } from '../../parts/page.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { EmptyState, ErrorNotice, Notice } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { act } from '../../parts/toasts.tsx';
import { useCan } from '../../shell/session.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { EditEndpointDialog } from './endpoint-dialogs.tsx';
import { toEndpointStatus } from './webhooks-page.tsx';
import { useQuery } from '../../parts/use-query.ts';

const route = getRouteApi('/webhooks/$id');
const statuses = [
  ['pending', 'Pending'],
  ['delivered', 'Delivered'],
  ['failed', 'Failed'],
] as const;

/** One endpoint: whether it takes events, and every delivery with its attempts. */
export function WebhookPage(): ReactNode {
  const { id } = route.useParams();
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const [shown, setShown] = useState<WebhookDelivery>();
  const found = useQuery(ask('getWebhookEndpoint', { params: { id } }, 15_000));
  const crumbs = <Link to="/webhooks">Webhook endpoints</Link>;
  if (found.isPending) return <PendingPage title="Webhook endpoint" />;
  if (found.isError) {
    return (
      <Page title="Webhook endpoint" crumbs={crumbs}>
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      </Page>
    );
  }
  const { data: endpoint, etag } = found.data;
  return (
    <Page
      title={endpoint.name}
      crumbs={crumbs}
      badge={<StatusBadge status={toEndpointStatus(endpoint)} />}
      lead={<span className="break">{endpoint.url}</span>}
      actions={<Actions endpoint={endpoint} etag={etag} />}
    >
      {endpoint.failing_since !== undefined && (
        <Notice tone="bad" title="It takes no events">
          <p>
            Since <Time at={endpoint.failing_since} />. Events are kept and sent again; see what it answers below.
          </p>
        </Notice>
      )}
      <Card
        title="Deliveries"
        actions={
          <SelectFilter
            label="Status"
            value={status}
            options={statuses}
            onChange={(next) => void navigate({ search: pickSet({ status: next }), replace: true })}
          />
        }
        flush
      >
        <DataList
          list="listDeliveries"
          input={{ params: { id }, query: pickSet({ status: choose(statuses, status) }) }}
          name="Deliveries"
          noun={['delivery', 'deliveries']}
          columns={makeColumns(setShown)}
          everyMs={5000}
          linked={false}
          empty={
            <EmptyState icon="webhooks" title="No delivery of this kind">
              Deliveries stand here as soon as something happens that this endpoint wants to know.
            </EmptyState>
          }
        />
      </Card>
      <DeliveryDialog endpointId={id} delivery={shown} onClose={() => setShown(undefined)} />
    </Page>
  );
}

function makeColumns(show: (delivery: WebhookDelivery) => void): Column<WebhookDelivery>[] {
  return [
    { title: 'Event', show: ({ event_type: type }) => <strong>{type}</strong> },
    { title: 'Status', looks: ['fit'], show: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Attempts', looks: ['number', 'fit', 'wide'], show: ({ attempt_count: count }) => count },
    { title: 'Made', looks: ['fit'], show: ({ created_at: at }) => <Time at={at} /> },
    {
      title: '',
      looks: ['fit'],
      show: (delivery) => (
        <Button
          looks={['small']}
          aria-label={`Details of ${delivery.event_type} ${delivery.id}`}
          onClick={() => show(delivery)}
        >
          Details
        </Button>
      ),
    },
  ];
}

function Actions({ endpoint, etag }: { endpoint: WebhookEndpoint; etag: string | undefined }): ReactNode {
  const { id, name, format, disabled } = endpoint;
  const mayWrite = useCan('webhooks:write');
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'delete'>();
  const [secret, setSecret] = useState<string>();
  if (!mayWrite) return null;
  const params = { id };
  const toggle = (): Promise<void> =>
    act(
      async () => {
        await hub.call('patchWebhookEndpoint', { params, body: { disabled: !disabled } });
        await queries.invalidateQueries();
      },
      disabled ? 'It is enabled' : 'It is disabled',
    );
  const sendTest = (): Promise<void> =>
    act(async () => {
      await hub.call('testWebhookEndpoint', { params });
      await queries.invalidateQueries();
    }, 'A test event is on its way');
  const close = (): void => setAsking(undefined);
  return (
    <>
      <Button icon="edit" onClick={() => setAsking('edit')}>
        Edit
      </Button>
      <Button onClick={() => void toggle()}>{disabled ? 'Enable' : 'Disable'}</Button>
      <Menu
        label="More acts"
        icon="more"
        entries={[
          { label: 'Send a test event', icon: 'play', onSelect: () => void sendTest() },
          // Texts for people are not signed.
          ...(format === 'standard'
            ? [{ label: 'Rotate the secret…', icon: 'keys' as const, onSelect: () => setAsking('rotate') }]
            : []),
          { label: 'Delete…', icon: 'cross', danger: true, onSelect: () => setAsking('delete') },
        ]}
      />
      {asking === 'edit' && <EditEndpointDialog endpoint={endpoint} etag={etag} onClose={close} />}
      <ConfirmDialog
        open={asking === 'rotate'}
        onClose={close}
        title="Rotate the signing secret?"
        act="Rotate"
        onConfirm={async () => {
          const made = await hub.call('rotateWebhookSecret', { params });
          await queries.invalidateQueries();
          setSecret(made.secret);
        }}
      >
        Events are signed by both secrets for a day, so that your program can change over in peace.
      </ConfirmDialog>
      <DeleteDialog
        open={asking === 'delete'}
        name={name}
        onDelete={async () => {
          await hub.call('deleteWebhookEndpoint', { params });
          await navigate({ to: '/webhooks' });
        }}
        onClose={close}
      >
        It gets no further events, and its deliveries are forgotten.
      </DeleteDialog>
      <SecretDialog
        title="New signing secret"
        secret={secret}
        onClose={() => setSecret(undefined)}
        note="It is shown this once. The secret before stays good for a day."
      />
    </>
  );
}
