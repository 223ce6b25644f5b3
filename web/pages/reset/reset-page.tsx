import { type ReactNode, useEffect, useState } from 'react';
import { lookUpResetLink, type ResetLink, resetPassword, type SignInState, wasRefusedAfterwards } from '../../auth.ts';
import { readText } from '../../model/read-text.ts';
import { TextField } from '../../parts/fields.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../parts/states.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { SecondFactor } from '../../shell/sign-in.tsx';
import { SignInBox } from '../../shell/sign-in-box.tsx';

const passwordMin = 12;

/** Where the link for a new password leads. What stands behind `#` never reaches a log on the way. */
export function ResetPage(): ReactNode {
  const [token] = useState(() => location.hash.slice(1));
  const [reached, setReached] = useState<SignInState>();
  const [refusal, setRefusal] = useState<unknown>();
  const found = useQuery({
    queryKey: ['reset link'],
    queryFn: () => lookUpResetLink(token),
    staleTime: Infinity,
    gcTime: 0,
  });
  useEffect(() => {
    document.title = 'New password · Integration hub';
    // Another link that is opened in the same window differs behind `#` only.
    const reload = (): void => location.reload();
    window.addEventListener('hashchange', reload);
    return () => window.removeEventListener('hashchange', reload);
  }, []);
  if (reached !== undefined) return <SecondFactor state={reached} onDone={enter} />;
  if (refusal !== undefined) {
    return (
      <End title="Your password is changed">
        <ErrorNotice error={refusal} />
      </End>
    );
  }
  if (found.isPending) return <Skeleton />;
  if (found.isError) {
    return (
      <End title="This link does not work">
        <p>It was used already, has expired, or a newer one was made. Ask for a new one, or sign in.</p>
        <ErrorNotice error={found.error} />
      </End>
    );
  }
  return (
    <PasswordForm
      link={found.data}
      onSubmit={async (password) => {
        try {
          const state = await resetPassword(token, password);
          if (state.isDone) enter();
          else setReached(state);
        } catch (error) {
          if (!wasRefusedAfterwards(error)) throw error;
          setRefusal(error);
        }
      }}
    />
  );
}

function PasswordForm({
  link: { email, name, secondFactors },
  onSubmit,
}: {
  link: ResetLink;
  onSubmit: (password: string) => Promise<void>;
}): ReactNode {
  return (
    <SignInBox
      title="Choose a new password"
      lead={`For ${name}. All your sessions end, here and on other devices.`}
      act="Change the password"
      onSubmit={(form) => onSubmit(readText(form, 'password'))}
    >
      {secondFactors && (
        <Notice tone="warn" title="Second factors are removed">
          <p>Your authenticator, recovery codes and passkeys stop working. Add new ones on your profile.</p>
        </Notice>
      )}
      <TextField label="E-mail address" type="email" value={email ?? ''} autoComplete="username" readOnly />
      <TextField
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={passwordMin}
        help={`At least ${passwordMin} characters; a sentence is good.`}
        required
        autoFocus
      />
    </SignInBox>
  );
}

function End({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <main className="sign-in">
      <div className="sign-in-box">
        <h1>{title}</h1>
        {children}
        <a className="button" href="/app/">
          Sign in
        </a>
      </div>
    </main>
  );
}

/** The link is spent: it leaves the address and the history. */
function enter(): void {
  location.replace('/app/');
}
