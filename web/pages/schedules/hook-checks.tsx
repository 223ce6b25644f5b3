import { type ReactNode, useState } from 'react';
import type { Hook, HookSubscription, WebhookDeclaration, Workflow } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { describeVerify } from '../../model/describe-verify.ts';
import { readFields } from '../../model/forms/schema-fields.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { useCanIn } from '../../shell/session.tsx';
import { HookSecretDialog } from './hook-secret-dialog.tsx';

/** How deliveries are checked, and the way to another secret. */
export function HookChecks({ workflow, hook }: { workflow: Workflow; hook: Hook }): ReactNode {
  const mayWrite = useCanIn('workflows:write', workflow.account_id);
  const [isAsking, setAsking] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const [made, setMade] = useState<string>();
  const fields = readFields(hook.credentials_schema);
  const { previous_credentials_expire_at: until } = hook;
  const receive = readDeclaration(workflow);
  return (
    <Card
      title="How deliveries are checked"
      actions={
        mayWrite &&
        fields.length > 0 && (
          <Button looks={['small']} icon="keys" onClick={() => setAsking(true)}>
            {hook.has_credentials ? 'Replace the secret' : 'Give the secret'}
          </Button>
        )
      }
    >
      <div className="stack">
        {hook.subscription !== undefined && <Subscribed subscription={hook.subscription} />}
        {receive === undefined ? <ByConnector type={hook.service_type} /> : <Declared receive={receive} />}
        {until !== undefined && Date.parse(until) > openedAt && (
          <p>
            What was replaced counts as well until <Time at={until} />.
          </p>
        )}
      </div>
      {isAsking && (
        <HookSecretDialog
          workflow={workflow}
          fields={fields}
          hasBefore={hook.has_credentials}
          onClose={() => setAsking(false)}
          onMade={setMade}
        />
      )}
      <SecretDialog
        title="The secret of the hook"
        secret={made}
        note="Give it to the sender now: it is shown this once, and stored encrypted."
        onClose={() => setMade(undefined)}
      />
    </Card>
  );
}

const statuses: Readonly<Record<HookSubscription['status'], string>> = {
  pending: 'The hub is about to register it with the vendor.',
  active: 'The hub has registered it with the vendor.',
  failing: 'The hub could not register it with the vendor, or not look for it there. It goes on trying.',
  removing: 'The hub is about to remove it at the vendor.',
};

/** What the hub has registered by itself. */
function Subscribed({ subscription }: { subscription: HookSubscription }): ReactNode {
  const { status, ends_at: endsAt, last_error: error } = subscription;
  return (
    <div role="status">
      <p>{statuses[status]}</p>
      {error !== undefined && (
        <p className="wrong">
          <MarkedText text={error.message} />
        </p>
      )}
      {endsAt !== undefined && (
        <p className="soft">
          It ends <Time at={endsAt} />, and is renewed before.
        </p>
      )}
    </div>
  );
}

function readDeclaration({ components }: Workflow): WebhookDeclaration | undefined {
  const trigger = components.find((part) => part.kind === 'trigger');
  return trigger?.definition?.type === 'webhook' ? trigger.definition.receive : undefined;
}

function Declared({ receive: { verify } }: { receive: WebhookDeclaration }): ReactNode {
  return (
    <ul>
      {describeVerify(verify).map((text) => (
        <li key={text}>
          <MarkedText text={text} />
        </li>
      ))}
    </ul>
  );
}

/** As the connector of the source says. */
function ByConnector({ type }: { type: string | undefined }): ReactNode {
  const found = useQuery({ ...ask('getConnector', { params: { id: type ?? '' } }), enabled: type !== undefined });
  if (type === undefined) return <p className="soft">It is known when the integration has a source.</p>;
  if (found.isPending) return <Skeleton lines={2} />;
  if (found.isError) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  const [trigger] = found.data.data.triggers;
  if (trigger === undefined) return <p className="soft">Its connector takes no events.</p>;
  return (
    <>
      <p>
        <MarkedText text={trigger.setup} />
      </p>
      <a href={trigger.docs_url} target="_blank" rel="noopener noreferrer">
        How {found.data.data.vendor} signs deliveries ({new URL(trigger.docs_url).host})
      </a>
    </>
  );
}
