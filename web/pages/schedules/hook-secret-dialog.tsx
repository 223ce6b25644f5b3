import { type ReactNode, useState } from 'react';
import type { Workflow } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { type SchemaField, toValues } from '../../model/forms/schema-fields.ts';
import { readText } from '../../model/read-text.ts';
import { Choice } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { SchemaForm } from '../../parts/schema-form.tsx';
import { sayDone } from '../../parts/toasts.tsx';

const overlaps = [
  ['0', 'Not at all'],
  ['3600', 'An hour'],
  ['86400', 'A day'],
  ['604800', 'A week'],
  ['2592000', '30 days'],
] as const;
const overlapDefault = '86400';

const secretBytes = 32;

/** Asks what deliveries are checked by from now on. */
export function HookSecretDialog({
  workflow: { id },
  fields,
  hasBefore,
  onClose,
  onMade,
}: {
  workflow: Workflow;
  fields: readonly SchemaField[];
  /** Something is replaced. */
  hasBefore: boolean;
  onClose: () => void;
  /** Told of a secret that was made here. */
  onMade: (secret: string) => void;
}): ReactNode {
  const [origin, setOrigin] = useState<'sender' | 'here'>('sender');
  const [overlap, setOverlap] = useState<string>(overlapDefault);
  const [secret, ...otherSecrets] = fields.filter(({ kind }) => kind === 'secret');
  const canMake = secret !== undefined && otherSecrets.length === 0;
  const isMade = canMake && origin === 'here';
  return (
    <FormDialog
      open
      onClose={onClose}
      title={hasBefore ? 'Replace the secret of the hook' : 'Give the hook its secret'}
      lead="Deliveries that do not fit it are refused. It is stored encrypted and shown to nobody again."
      act={hasBefore ? 'Replace' : 'Save'}
      onSubmit={async (form) => {
        const value = isMade ? makeSecret() : undefined;
        const typed = toValues(fields, (name) => readText(form, `credentials.${name}`));
        const credentials = value === undefined || secret === undefined ? typed : { ...typed, [secret.name]: value };
        await hub.call('replaceHookCredentials', {
          params: { id },
          body: { credentials, ...(hasBefore ? { overlap_seconds: Number(overlap) } : {}) },
        });
        await queries.invalidateQueries();
        if (value === undefined) sayDone('Deliveries are checked by it from now on');
        else onMade(value);
      }}
    >
      {(error) => (
        <>
          {canMake && (
            <Choice
              label="Where it comes from"
              value={origin}
              options={[
                ['sender', 'The sender has given it'],
                ['here', 'It is made here, for the sender'],
              ]}
              onChange={(next) => setOrigin(next === 'here' ? 'here' : 'sender')}
            />
          )}
          <SchemaForm
            fields={isMade ? fields.filter((field) => field !== secret) : fields}
            prefix="credentials"
            error={error}
          />
          {hasBefore && (
            <Choice
              label="How long the one before counts as well"
              help="So that the sender can change over in peace."
              value={overlap}
              options={overlaps}
              onChange={setOverlap}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Hexadecimal digits: as a key, they are good as they stand, and in each encoding that senders use. */
function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
