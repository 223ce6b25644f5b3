import type { ReactNode } from 'react';
import type { WebhookEndpointInput } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/states.tsx';
import { act } from '../../parts/toasts.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { useCan } from '../../shell/session.tsx';

const toApprovers = 'mailto:approvers';
const events: WebhookEndpointInput['events'] = [
  'notification.approval_requested',
  'notification.approval_reminder',
  'notification.approval_escalated',
];

/** Says that nobody is told of approvals, to who can change that. */
export function MailNotice(): ReactNode {
  const mayChange = useCan('webhooks:write');
  const endpoints = useQuery({ ...ask('listWebhookEndpoints', { query: { per_page: 100 } }), enabled: mayChange });
  if (!mayChange || endpoints.data === undefined) return null;
  const wanted: readonly string[] = ['*', 'notification.*', ...events];
  if (endpoints.data.data.some((endpoint) => endpoint.events.some((event) => wanted.includes(event)))) return null;
  return (
    <Notice tone="idle" title="Nobody is told of approvals so far">
      The hub writes to those who may decide, where the operator has named a mail server, or to a channel of your chat:
      add a webhook endpoint for it.{' '}
      <Button
        looks={['small']}
        onClick={() =>
          void act(async () => {
            const body = { name: 'Mail to approvers', format: 'email', url: toApprovers, events } as const;
            await hub.call('createWebhookEndpoint', { body });
            await queries.invalidateQueries();
          }, 'Those who may decide are told by e-mail')
        }
      >
        Write to those who may decide
      </Button>
    </Notice>
  );
}
