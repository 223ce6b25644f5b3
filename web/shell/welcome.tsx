import { type ReactNode, useEffect, useState } from 'react';
import { acceptInvitation, type Invitation, lookUpInvitation, type SignInState } from '../auth.ts';
import { readText } from '../model/read-text.ts';
import { TextField } from '../parts/fields.tsx';
import { ErrorNotice, Skeleton } from '../parts/states.tsx';
import { SecondFactor } from './sign-in.tsx';
import { SignInBox } from './sign-in-box.tsx';
import { useQuery } from '../parts/use-query.ts';

const passwordMin = 12;

/** Where the link of an invitation leads. What stands behind `#` never reaches a log on the way. */
export function Welcome(): ReactNode {
  const [token] = useState(() => location.hash.slice(1));
  const [reached, setReached] = useState<SignInState>();
  const found = useQuery({
    queryKey: ['invitation'],
    queryFn: () => lookUpInvitation(token),
    staleTime: Infinity,
    gcTime: 0,
  });
  useEffect(() => {
    document.title = 'Welcome · Integration hub';
  }, []);
  if (reached !== undefined) return <SecondFactor state={reached} onDone={enter} />;
  if (found.isPending) return <Skeleton />;
  if (found.isError) {
    return (
      <main className="sign-in">
        <div className="sign-in-box">
          <h1>This link does not work</h1>
          <p>It was used already, or has expired. Ask the person who sent it for a new one, or sign in.</p>
          <ErrorNotice error={found.error} />
          <a className="button" href="/app/">
            Sign in
          </a>
        </div>
      </main>
    );
  }
  const { data: invitation } = found;
  return (
    <SignInBox
      title={`Welcome to ${invitation.organization}`}
      lead={describe(invitation)}
      act={invitation.personExists ? 'Join' : 'Open the dashboard'}
      onSubmit={async (form) => {
        const typed = ['email', 'name', 'password'].flatMap((name): [string, string][] => {
          const text = readText(form, name);
          return text === '' ? [] : [[name, text]];
        });
        const state = await acceptInvitation({ token, ...Object.fromEntries(typed) });
        if (state.isDone) enter();
        else setReached(state);
      }}
    >
      <Fields invitation={invitation} />
    </SignInBox>
  );
}

/** The link is spent: it leaves the address and the history. */
function enter(): void {
  location.replace('/app/');
}

function describe({ passwordless, personExists }: Invitation): string {
  if (personExists) return 'Confirm with your password that you join.';
  return passwordless
    ? 'This link signs you in. Choose a password later, on your profile.'
    : 'Choose the name and the password to sign in with.';
}

function Fields({ invitation: { email, personExists, passwordless } }: { invitation: Invitation }): ReactNode {
  if (passwordless) return null;
  return (
    <>
      {email === undefined ? (
        <TextField label="E-mail address" name="email" type="email" autoComplete="username" required />
      ) : (
        <TextField label="E-mail address" type="email" value={email} autoComplete="username" readOnly />
      )}
      {!personExists && <TextField label="Name" name="name" autoComplete="name" required />}
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete={personExists ? 'current-password' : 'new-password'}
        {...(personExists
          ? {}
          : { minLength: passwordMin, help: `At least ${passwordMin} characters; a sentence is good.` })}
        required
      />
    </>
  );
}
