import { type ReactNode, useState } from 'react';
import type { Passkey } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { describeBrowser } from '../../model/describe-browser.ts';
import { readText } from '../../model/read-text.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmDialog, FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { knowsPasskeys, makePasskey } from '../../passkeys.ts';
import { useQuery } from '../../parts/use-query.ts';

/** Keys that telephones, computers and security keys keep, which sign in without a password. */
export function PasskeysCard({ onCodes }: { onCodes: (codes: readonly string[]) => void }): ReactNode {
  const passkeys = useQuery(ask('listPasskeys', {}));
  const [isAdding, setAdding] = useState(false);
  return (
    <Card
      title="Passkeys"
      actions={
        knowsPasskeys() && (
          <Button icon="plus" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      {passkeys.isPending ? (
        <Skeleton lines={2} />
      ) : passkeys.isError ? (
        <ErrorNotice error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      ) : passkeys.data.data.length === 0 ? (
        <Notice tone="idle" title="Sign in without a password">
          <p>A passkey is kept by your telephone, computer or security key, and unlocked by a finger, face or PIN.</p>
        </Notice>
      ) : (
        <ul className="plain">
          {passkeys.data.data.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <FormDialog
        open={isAdding}
        onClose={() => setAdding(false)}
        title="Add a passkey"
        lead="Your browser asks where to keep it. From then on it signs you in, and is asked for after your password."
        act="Go on"
        onSubmit={async (form) => {
          const { ceremony, options } = await hub.call('beginPasskey', {});
          const body = { name: readText(form, 'name'), ceremony, credential: await makePasskey(options) };
          const made = await hub.call('addPasskey', { body });
          await queries.invalidateQueries();
          if (made.recovery_codes !== undefined) onCodes(made.recovery_codes);
          sayDone(`${made.name} is added`);
        }}
      >
        {() => (
          <TextField label="Name" name="name" defaultValue={describeBrowser(navigator.userAgent)} required autoFocus />
        )}
      </FormDialog>
    </Card>
  );
}

function PasskeyItem({ passkey }: { passkey: Passkey }): ReactNode {
  const [isRenaming, setRenaming] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  return (
    <li className="spread">
      <span>
        <strong>{passkey.name}</strong>
        <small className="soft under">
          Last used <Time at={passkey.last_used_at} />
        </small>
      </span>
      <span>
        <Button looks={['small']} aria-label={`Rename ${passkey.name}`} onClick={() => setRenaming(true)}>
          Rename
        </Button>{' '}
        <Button looks={['small']} aria-label={`Remove ${passkey.name}`} onClick={() => setRemoving(true)}>
          Remove
        </Button>
      </span>
      {isRenaming && (
        <FormDialog
          open
          onClose={() => setRenaming(false)}
          title={`Rename ${passkey.name}`}
          act="Save"
          onSubmit={async (form) => {
            const body = { name: readText(form, 'name') };
            await hub.call('renamePasskey', { params: { id: passkey.id }, body });
            await queries.invalidateQueries();
          }}
        >
          {() => <TextField label="Name" name="name" defaultValue={passkey.name} required autoFocus />}
        </FormDialog>
      )}
      {isRemoving && (
        <ConfirmDialog
          open
          onClose={() => setRemoving(false)}
          title={`Remove ${passkey.name}?`}
          act="Remove"
          danger
          onConfirm={async () => {
            await hub.call('removePasskey', { params: { id: passkey.id } });
            await queries.invalidateQueries();
            sayDone(`${passkey.name} is removed`);
          }}
        >
          It no longer signs you in. Remove it from your telephone or computer, too.
        </ConfirmDialog>
      )}
    </li>
  );
}
