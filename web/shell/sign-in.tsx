import { type ReactNode, useEffect, useState } from 'react';
import {
  givePasskey,
  giveSecondFactor,
  listSignInMethods,
  signIn,
  signInByPasskey,
  type SignInMethods,
  type SignInState,
  wantsSso,
} from '../auth.ts';
import { describeRefusal, toReturnPath } from '../model/describe-refusal.ts';
import { readText } from '../model/read-text.ts';
import { TextField } from '../parts/fields.tsx';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/states.tsx';
import { ForgottenPassword } from './forgotten-password.tsx';
import { SignInBox } from './sign-in-box.tsx';

/**
 * Asks for e-mail address and password, and then for the second factor where there is one. People of a domain with an identity
 * provider get its button instead.
 */
export function SignIn({ onDone }: { onDone: () => void }): ReactNode {
  const [state, setState] = useState<SignInState>();
  const { methods, email, look } = useMethods();
  const [forgot, setForgot] = useState(false);
  const [typed, setTyped] = useState('');
  const [wantsPassword, setWantsPassword] = useState(false);
  useEffect(() => {
    document.title = 'Sign in · Integration hub';
  }, []);
  if (state !== undefined) return <SecondFactor state={state} onDone={onDone} />;
  if (forgot) return <ForgottenPassword email={typed} onBack={() => setForgot(false)} />;
  const refusal = describeRefusal(window.location.search);
  const isSsoOnly = methods?.password === false && !wantsPassword;
  return (
    <SignInBox
      title="Sign in"
      lead="Integration hub"
      act={isSsoOnly ? 'Use a password instead' : 'Sign in'}
      onPasskey={async () => {
        await signInByPasskey();
        onDone();
      }}
      onSubmit={async (form) => {
        if (isSsoOnly) return setWantsPassword(true);
        const address = readText(form, 'email');
        try {
          const reached = await signIn(address, readText(form, 'password'));
          if (reached.isDone) onDone();
          else setState(reached);
        } catch (error) {
          if (wantsSso(error)) await look(address);
          throw error;
        }
      }}
    >
      {refusal !== undefined && (
        <Notice tone="warn" title="You are not signed in">
          <p>{refusal}</p>
        </Notice>
      )}
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus
        defaultValue={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={(event) => void look(event.target.value)}
      />
      {methods?.sso.map(({ name, url }) => (
        <a key={url} className="button primary" href={toStart(url, email)}>
          Continue with {name}
        </a>
      ))}
      {!isSsoOnly && (
        <>
          <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
          <Button looks={['quiet', 'small']} onClick={() => setForgot(true)}>
            Forgot your password?
          </Button>
        </>
      )}
    </SignInBox>
  );
}

/** What is known of the domain of an address. Where it cannot be asked, there is the password. */
function useMethods() {
  const [found, setFound] = useState<{ email: string; methods?: SignInMethods }>({ email: '' });
  const look = async (typed: string): Promise<void> => {
    const email = typed.trim();
    if (!email.includes('@') || (email === found.email && found.methods !== undefined)) return;
    const methods = await listSignInMethods(email).catch(() => undefined);
    setFound(methods === undefined ? { email } : { email, methods });
  };
  return { ...found, look };
}

function toStart(url: string, email: string): string {
  const parameters = new URLSearchParams({ return_to: toReturnPath(window.location), login_hint: email });
  return `${url}?${parameters.toString()}`;
}

/** The second step of signing in. */
export function SecondFactor({ state, onDone }: { state: SignInState; onDone: () => void }): ReactNode {
  const { passkeyOptions } = state;
  return (
    <SignInBox
      title="Second factor"
      lead="One step more."
      act="Confirm"
      {...(passkeyOptions === undefined
        ? {}
        : {
            onPasskey: async () => {
              await givePasskey(passkeyOptions);
              onDone();
            },
          })}
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
