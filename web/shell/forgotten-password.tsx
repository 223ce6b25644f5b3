import { type ReactNode, useEffect, useState } from 'react';
import { askForResetLink } from '../auth.ts';
import { readText } from '../model/read-text.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/fields.tsx';
import { Notice } from '../parts/states.tsx';
import { SignInBox } from './sign-in-box.tsx';

/** Asks for a link for a new password. Whether there is a person with the address, nobody is told. */
export function ForgottenPassword({ email, onBack }: { email: string; onBack: () => void }): ReactNode {
  const [help, setHelp] = useState<'mail' | 'administrator'>();
  useEffect(() => {
    document.title = 'Forgotten password · Integration hub';
  }, []);
  return (
    <SignInBox
      title="Forgot your password?"
      lead="Say with which address you sign in."
      act={help === 'mail' ? 'Send another link' : 'Go on'}
      onSubmit={async (form) => setHelp(await askForResetLink(readText(form, 'email')))}
    >
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        required
        autoFocus
      />
      <div role="status">
        {help === 'mail' && (
          <Notice tone="good" title="Look into your mail">
            <p>If a person with a password has this address, a link is on its way. It works once, for an hour.</p>
          </Notice>
        )}
        {help === 'administrator' && (
          <Notice tone="warn" title="Ask an administrator">
            <p>
              This hub sends no mail. An administrator of your organization can make a reset link for you, on the page
              Members; the operator of the hub can make one for an owner.
            </p>
          </Notice>
        )}
      </div>
      <Button looks={['quiet']} onClick={onBack}>
        Back to signing in
      </Button>
    </SignInBox>
  );
}
