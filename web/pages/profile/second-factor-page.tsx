import { type ReactNode, useState } from 'react';
import type { Caller } from '../../../client/operations.data.ts';
import { signOut } from '../../auth.ts';
import { queries } from '../../hub.ts';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { Notice } from '../../parts/states.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SecondFactorsCard } from './second-factors-card.tsx';

/** All that a person sees whose organization asks for a second factor that they do not have. */
export function SecondFactorPage({ me, onDone }: { me: Caller; onDone: () => void }): ReactNode {
  const [codes, setCodes] = useState<readonly string[]>();
  const isReady = me.second_factor_need === undefined;
  return (
    <main className="main" id="main">
      <Page
        title="Set up a second factor"
        lead={`${me.organization.name} asks all its members for one. Add an authenticator or a passkey, then go on.`}
        actions={
          <>
            <Button onClick={() => void signOut().then(() => queries.invalidateQueries())}>Sign out</Button>
            <Button looks={['primary']} disabled={!isReady} onClick={onDone}>
              Go on
            </Button>
          </>
        }
      >
        <div role="status">
          {isReady && (
            <Notice tone="good" title="Your second factor is set up">
              <p>It is asked for when you sign in the next time.</p>
            </Notice>
          )}
        </div>
        <div className="pairs">
          <PasskeysCard onCodes={setCodes} />
          <SecondFactorsCard onCodes={setCodes} />
        </div>
        <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
      </Page>
    </main>
  );
}
