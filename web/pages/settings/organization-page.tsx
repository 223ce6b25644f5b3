import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { Organization } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { readText } from '../../model/read-text.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Field, TextField } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useCan } from '../../shell/session.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { SignInPolicyCard } from './sign-in-policy-card.tsx';

/** What others see of the organization, and how its members sign in. */
export function OrganizationPage(): ReactNode {
  const found = useQuery(ask('getOrganization', {}));
  const maySeeMembers = useCan('members:read');
  return (
    <Page title="Settings" lead="How your organization appears, here and where your customers connect their systems.">
      {found.isPending ? (
        <Skeleton />
      ) : found.isError ? (
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Editor key={found.data.data.updated_at} organization={found.data.data} etag={found.data.etag} />
      )}
      {maySeeMembers && <SignInPolicyCard />}
    </Page>
  );
}

function Editor({ organization, etag }: { organization: Organization; etag: string | undefined }): ReactNode {
  const mayWrite = useCan('accounts:write');
  const [logo, setLogo] = useState(organization.logo);
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const save = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const name = readText(new FormData(event.currentTarget), 'name').trim();
    setState({ busy: true });
    try {
      const options = etag === undefined ? {} : { ifMatch: etag };
      await hub.call('updateOrganization', { body: { name, logo: logo ?? null } }, options);
      await queries.invalidateQueries();
      sayDone('Saved');
      setState({ busy: false });
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  return (
    <Card title="Name and logo">
      <form className="stack" onSubmit={(event) => void save(event)} noValidate>
        <TextField label="Name" name="name" defaultValue={organization.name} disabled={!mayWrite} required />
        <Field
          label="Logo"
          required={false}
          help="PNG, JPEG, WebP or SVG, at most 48 KiB. Shown on a light and a dark page."
        >
          {(control) => (
            <input
              {...control}
              className="input"
              type="file"
              accept="image/png,image/jpeg,image/webp,image/svg+xml"
              disabled={!mayWrite}
              onChange={(event) => void readPicture(event.target.files?.[0]).then(setLogo)}
            />
          )}
        </Field>
        {logo !== undefined && (
          <div className="row">
            <img className="logo" src={logo} alt="The logo" />
            <Button looks={['small']} onClick={() => setLogo(undefined)}>
              Without a logo
            </Button>
          </div>
        )}
        {state.error !== undefined && <ErrorNotice error={state.error} />}
        <div className="row">
          <Button type="submit" looks={['primary']} busy={state.busy} disabled={!mayWrite}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** A picture as an address that holds it. */
async function readPicture(file: File | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
  return `data:${file.type};base64,${btoa(text)}`;
}
