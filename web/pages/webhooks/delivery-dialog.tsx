import { type ReactNode, useState } from 'react';
import type { WebhookDelivery } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { formatClock, formatDuration } from '../../model/format.ts';
import { Button } from '../../parts/button.tsx';
import { InfoDialog } from '../../parts/dialogs.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { act } from '../../parts/toasts.tsx';
import { useCan } from '../../shell/session.tsx';

/** What was sent, what came back each time, and the way to send it again. */
export function DeliveryDialog({
  endpointId,
  delivery,
  onClose,
}: {
  endpointId: string;
  delivery: WebhookDelivery | undefined;
  onClose: () => void;
}): ReactNode {
  const mayWrite = useCan('webhooks:write');
  const [busy, setBusy] = useState(false);
  const again = async (): Promise<void> => {
    if (delivery === undefined) return;
    setBusy(true);
    await act(async () => {
      await hub.call('redeliver', { params: { id: endpointId, event_id: delivery.id } });
      await queries.invalidateQueries();
      onClose();
    }, 'It is sent again');
    setBusy(false);
  };
  return (
    <InfoDialog open={delivery !== undefined} onClose={onClose} title={delivery?.event_type ?? 'Delivery'}>
      {delivery !== undefined && (
        <>
          {mayWrite && (
            <div>
              <Button icon="retry" looks={['small']} busy={busy} onClick={() => void again()}>
                Send again
              </Button>
            </div>
          )}
          <h3>Attempts</h3>
          {delivery.attempts.length === 0 && <p className="soft">It was not sent yet.</p>}
          <ul className="diff">
            {delivery.attempts.map(({ number, at, duration_ms: ms, response, error }) => (
              <li key={number}>
                <span>
                  {number}. {formatClock(at)}, {formatDuration(ms)}:{' '}
                  {response === undefined ? 'no answer' : `answered ${response.status}`}
                  {error !== undefined && ` (${error})`}
                </span>
                {response?.body !== undefined && <code className="break">{response.body}</code>}
              </li>
            ))}
          </ul>
          <h3>Body</h3>
          <JsonView value={delivery.request.body} what="the body" />
        </>
      )}
    </InfoDialog>
  );
}
