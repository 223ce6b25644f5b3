import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hub, queries } from '../../hub.ts';
import { approvalEvents } from '../../model/endpoint-form.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/states.tsx';
import { act } from '../../parts/toasts.tsx';
import { askAll, byName } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';
import { useCan } from '../../shell/session.tsx';

const toApprovers = 'mailto:approvers';

/** Says that nobody is told of approvals, to who can change that. */
export function MailNotice(): ReactNode {
  const mayChange = useCan('webhooks:write');
  const endpoints = useQuery({ ...askAll('listWebhookEndpoints', byName), enabled: mayChange });
  if (!mayChange || endpoints.data === undefined) return null;
  const wanted: readonly string[] = ['*', 'notification.*', ...approvalEvents];
  if (endpoints.data.some(({ disabled, events }) => !disabled && events.some((event) => wanted.includes(event))))
    return null;
  return (
    <Notice tone="idle" title="Nobody is told of approvals so far">
      The hub writes to those who may decide, where the operator has named a mail server, or to a channel of your chat:{' '}
      <Link to="/webhooks">add a webhook endpoint</Link> for it.{' '}
      <Button
        looks={['small']}
        onClick={() =>
          void act(async () => {
            const body = {
              name: 'Mail to approvers',
              format: 'email',
              url: toApprovers,
              events: approvalEvents,
            } as const;
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
