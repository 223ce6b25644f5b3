import { type ReactNode, useState } from 'react';
import { hub, queries } from '../../hub.ts';
import { readText } from '../../model/read-text.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Notice } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useMe } from '../../shell/session.tsx';

const passwordMin = 12;

/** Sets the password: the first one of who came by a link alone, with the address to sign in with. */
export function PasswordCard(): ReactNode {
  const { email } = useMe();
  const [isOpen, setOpen] = useState(false);
  const isFirst = email === undefined;
  return (
    <Card
      title="Password"
      actions={<Button onClick={() => setOpen(true)}>{isFirst ? 'Choose a password' : 'Change the password'}</Button>}
    >
      {isFirst ? (
        <Notice tone="warn" title="You cannot sign in again yet">
          <p>
            You came by a link that worked once. Choose an e-mail address and a password to come back with, or add a
            passkey.
          </p>
        </Notice>
      ) : (
        <p className="soft">A new password ends your other sessions.</p>
      )}
      <FormDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={isFirst ? 'Choose a password' : 'Change the password'}
        act="Save"
        onSubmit={async (form) => {
          await hub.call('changePassword', {
            body: {
              password: readText(form, 'password'),
              ...(isFirst
                ? { email: readText(form, 'email').trim() }
                : { current_password: readText(form, 'current_password') }),
            },
          });
          await queries.invalidateQueries();
          sayDone('Your password is set');
        }}
      >
        {() => (
          <>
            {isFirst ? (
              <TextField label="E-mail address" name="email" type="email" autoComplete="username" required />
            ) : (
              <TextField
                label="Current password"
                name="current_password"
                type="password"
                autoComplete="current-password"
                required
              />
            )}
            <TextField
              label="New password"
              name="password"
              type="password"
              autoComplete="new-password"
              minLength={passwordMin}
              help={`At least ${passwordMin} characters; a sentence is good.`}
              required
            />
          </>
        )}
      </FormDialog>
    </Card>
  );
}
