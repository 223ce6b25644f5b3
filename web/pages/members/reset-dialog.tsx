import { type ReactNode, useState } from 'react';
import type { Member } from '../../../client/operations.data.ts';
import { hub } from '../../hub.ts';
import { readText } from '../../model/read-text.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { Field } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';

/** Makes a link by which a member chooses another password, and shows it once. */
export function ResetDialog({ member: { id, name }, onClose }: { member: Member; onClose: () => void }): ReactNode {
  const [link, setLink] = useState<string>();
  if (link !== undefined) {
    return (
      <SecretDialog
        title={`A link for ${name}`}
        what="the link"
        secret={link}
        onClose={onClose}
        note="Send this link to the person over a way that only they read. Whoever opens it can act as them. It is shown this once."
      />
    );
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Make a reset link for ${name}`}
      lead="The link lets them choose another password, once, which ends their sessions. Earlier links of theirs stop working."
      act="Make the link"
      onSubmit={async (form) => {
        const body = { expires_in_hours: Number(readText(form, 'hours')), second_factors: form.has('second_factors') };
        const made = await hub.call('createResetLink', { params: { id }, body });
        setLink(made.url);
      }}
      onDone={() => undefined}
    >
      {() => (
        <>
          <Field label="Works for">
            {(control) => (
              <span className="select">
                <select {...control} name="hours" defaultValue="24">
                  <option value="1">An hour</option>
                  <option value="8">8 hours</option>
                  <option value="24">A day</option>
                </select>
                <Icon name="down" />
              </span>
            )}
          </Field>
          <label className="check">
            <input type="checkbox" name="second_factors" />
            Also remove second factors and passkeys, for a lost device
          </label>
        </>
      )}
    </FormDialog>
  );
}
