import type { ReactNode } from 'react';
import type { ApiKeyInput } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { covers, describeAct, scopeGroups } from '../../model/describe-scopes.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { Field, TextField } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useMe } from '../../shell/session.tsx';

const dayMs = 86_400_000;
const scopes = scopeGroups.flatMap((group) => [...group.scopes]);

/** A key can do no more than who makes it. */
export function NewKeyDialog({
  open,
  onClose,
  onMade,
}: {
  open: boolean;
  onClose: () => void;
  onMade: (secret: string) => void;
}): ReactNode {
  const me = useMe();
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Make an API key"
      lead="Choose what it may do. What you may not do yourself is not offered."
      act="Make the key"
      onSubmit={async (form) => {
        const made = await hub.call('createApiKey', { body: toInput(form) });
        await queries.invalidateQueries();
        onMade(made.secret);
      }}
    >
      {() => (
        <>
          <TextField label="Name" name="name" help="What it is used for, so that one knows later." required />
          <Field label="Expires">
            {(control) => (
              <span className="select">
                <select {...control} name="days" defaultValue="90">
                  <option value="30">In 30 days</option>
                  <option value="90">In 90 days</option>
                  <option value="365">In a year</option>
                  <option value="">Never</option>
                </select>
                <Icon name="down" />
              </span>
            )}
          </Field>
          {scopeGroups.map(({ title, scopes: members }) => {
            const offered = members.filter((scope) => covers(me.scopes, scope));
            if (offered.length === 0) return null;
            return (
              <fieldset key={title} className="scopes">
                <legend className="label">{title}</legend>
                {offered.map((scope) => (
                  <label key={scope} className="check">
                    <input type="checkbox" name="scopes" value={scope} />
                    {describeAct(scope)}
                  </label>
                ))}
              </fieldset>
            );
          })}
        </>
      )}
    </FormDialog>
  );
}

function toInput(form: FormData): ApiKeyInput {
  const [name, days, wanted] = [form.get('name'), form.get('days'), form.getAll('scopes')];
  const expires = typeof days === 'string' && days !== '' ? new Date(Date.now() + Number(days) * dayMs) : undefined;
  return {
    name: typeof name === 'string' ? name : '',
    scopes: scopes.filter((scope) => wanted.includes(scope)),
    ...(expires === undefined ? {} : { expires_at: expires.toISOString() }),
  };
}
