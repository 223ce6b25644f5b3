import { type ReactNode, useMemo, useState } from 'react';
import { describeRoles } from '../../model/access/describe-roles.ts';
import { Card } from '../../parts/card.tsx';
import { Page } from '../../parts/page.tsx';
import { Notice } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useMe } from '../../shell/session.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SecondFactorsCard } from './second-factors-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** How the person signs in, and where they are signed in. */
export function ProfilePage(): ReactNode {
  const me = useMe();
  const accounts = useMemo(
    () => new Map((me.reach ?? []).map(({ account_id: id = '', account_name: name = '' }) => [id, name])),
    [me],
  );
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Page title="Your profile" lead="How you sign in, and where you are signed in.">
      {me.kind !== 'session' ? (
        <Notice tone="idle" title="Only people have a profile">
          <p>This page was opened with a key of a program.</p>
        </Notice>
      ) : (
        <>
          <div className="pairs">
            <Card title="You">
              <dl className="facts">
                <dt>Name</dt>
                <dd>{me.name ?? '–'}</dd>
                <dt>E-mail address</dt>
                <dd>{me.email ?? 'None yet'}</dd>
                <dt>Organization</dt>
                <dd>{me.organization.name}</dd>
                <dt>Roles</dt>
                <dd>{describeRoles(me.roles ?? [], accounts)}</dd>
                <dt>Signed in until</dt>
                <dd>
                  <Time at={me.expires_at} />
                </dd>
              </dl>
            </Card>
            <PasswordCard />
            <PasskeysCard onCodes={setCodes} />
            <SecondFactorsCard onCodes={setCodes} />
          </div>
          <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
          <SessionsCard />
        </>
      )}
    </Page>
  );
}
