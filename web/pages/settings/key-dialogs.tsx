import type { ReactNode } from 'react';
import type { ApiKey } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { inDays, readKeyChanges, toLastDay } from '../../model/access/key-changes.ts';
import { readText } from '../../model/read-text.ts';
import { ConfirmDialog, FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Time } from '../../parts/time.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { endOptions, NetworksField, SpanField } from './key-fields.tsx';
import { ScopesField } from './scopes-field.tsx';

interface Asked {
  apiKey: ApiKey;
  onClose: () => void;
}

/** Changes what a key is called, what it may do, until when and from where. */
export function EditKeyDialog({ apiKey, onClose }: Asked): ReactNode {
  const { id, name, expires_at: expiresAt, allowed_cidrs: networks = [], scopes } = apiKey;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Edit ${name}`}
      lead={<Uses apiKey={apiKey} />}
      act="Save"
      onSubmit={async (form) => {
        await hub.call('updateApiKey', { params: { id }, body: readKeyChanges(apiKey, form) });
        await queries.invalidateQueries();
        sayDone('Saved. It takes effect within a second');
      }}
    >
      {(error) => (
        <>
          <TextField label="Name" name="name" defaultValue={name} required />
          <TextField
            label="Last day"
            name="last_day"
            type="date"
            defaultValue={toLastDay(expiresAt)}
            required={false}
            help="Programs that use it are refused from the day after it. Without one, it has no end."
          />
          <NetworksField networks={networks} error={error} />
          <ScopesField held={scopes} />
        </>
      )}
    </FormDialog>
  );
}

function Uses({ apiKey }: { apiKey: ApiKey }): ReactNode {
  const { last_used_at: usedAt, last_used_route: route, created_at: madeAt, rotated_from: before } = apiKey;
  return (
    <>
      Made <Time at={madeAt} />
      {before !== undefined && ', in place of another one'}.{' '}
      {usedAt === undefined ? (
        'It was never used.'
      ) : (
        <>
          Last used <Time at={usedAt} />
          {route !== undefined && (
            <>
              , for <code>{route}</code>
            </>
          )}
          .
        </>
      )}
    </>
  );
}

const overlaps = [
  ['0', 'Ends at once'],
  ['3600', 'Works for an hour more'],
  ['86400', 'Works for a day more'],
  ['604800', 'Works for a week more'],
  ['2592000', 'Works for 30 days more'],
] as const;

/** Makes a new key in place of one; both work for a while. */
export function RotateKeyDialog({
  apiKey: { id, name, expires_at: expiresAt },
  onClose,
  onSecret,
}: Asked & { onSecret: (secret: string) => void }): ReactNode {
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Rotate ${name}?`}
      lead="A new key with the same name, rights and networks is made."
      act="Rotate"
      onSubmit={async (form) => {
        const end = readText(form, 'days');
        const made = await hub.call('rotateApiKey', {
          params: { id },
          body: {
            overlap_seconds: Number(readText(form, 'overlap')),
            ...(end === 'same' ? {} : { expires_at: inDays(end, Date.now()) ?? null }),
          },
        });
        await queries.invalidateQueries();
        onSecret(made.secret);
      }}
    >
      {() => (
        <>
          <SpanField label="The old key" name="overlap" initial="86400" options={overlaps} />
          <SpanField
            label="The new key expires"
            name="days"
            initial="same"
            options={[
              ['same', expiresAt === undefined ? 'Never, as the old one' : 'When the old one would have'],
              ...endOptions,
            ]}
          />
        </>
      )}
    </FormDialog>
  );
}

export function DeleteKeyDialog({ apiKey: { id, name }, onClose }: Asked): ReactNode {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${name}?`}
      act="Delete"
      danger
      onConfirm={async () => {
        await hub.call('deleteApiKey', { params: { id } });
        await queries.invalidateQueries();
      }}
    >
      Programs that use it are refused at once. This cannot be undone.
    </ConfirmDialog>
  );
}
