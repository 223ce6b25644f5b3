import { type ReactNode, useEffect, useState } from 'react';
import { giveSecondFactor, signIn } from '../auth.ts';
import { readText } from '../model/read-text.ts';
import { TextField } from '../parts/fields.tsx';
import { SignInBox } from './sign-in-box.tsx';

/** Asks for e-mail address and password, and then for the second factor where there is one. */
export function SignIn({ onDone }: { onDone: () => void }): ReactNode {
  const [stage, setStage] = useState<'password' | 'second factor'>('password');
  useEffect(() => {
    document.title = 'Sign in · Integration hub';
  }, []);
  if (stage === 'second factor') return <SecondFactor onDone={onDone} />;
  return (
    <SignInBox
      title="Sign in"
      lead="Integration hub"
      act="Sign in"
      onSubmit={async (form) => {
        const state = await signIn(readText(form, 'email'), readText(form, 'password'));
        if (state === 'signed_in') onDone();
        else setStage('second factor');
      }}
    >
      <TextField label="E-mail address" name="email" type="email" autoComplete="username" required autoFocus />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
    </SignInBox>
  );
}

/** The second step of signing in. */
export function SecondFactor({ onDone }: { onDone: () => void }): ReactNode {
  return (
    <SignInBox
      title="Second factor"
      lead="One step more."
      act="Confirm"
      onSubmit={async (form) => {
        await giveSecondFactor(readText(form, 'code').replaceAll(' ', ''));
        onDone();
      }}
    >
      <TextField
        label="Code"
        name="code"
        autoComplete="one-time-code"
        help="The six digits of your authenticator, or a recovery code."
        required
        autoFocus
      />
    </SignInBox>
  );
}
