import type { ReactNode } from 'react';
import { ask, hub, queries } from '../../hub.ts';
import { readText } from '../../model/read-text.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { Field, TextField } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useAccountOptions } from '../../parts/use-accounts.ts';
import { useQuery } from '../../parts/use-query.ts';

/** Asks for whom a link is, and what can be connected by it. */
export function NewLinkDialog({
  open,
  onClose,
  onMade,
}: {
  open: boolean;
  onClose: () => void;
  onMade: (url: string) => void;
}): ReactNode {
  const { accounts } = useAccountOptions('connections:write');
  const connectors = useQuery({ ...ask('listConnectors', {}), enabled: open });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Let a customer connect"
      lead="The connection will belong to the account of the customer."
      act="Make the link"
      onSubmit={async (form) => {
        const [name, returnUrl] = [readText(form, 'name').trim(), readText(form, 'return_url').trim()];
        const made = await hub.call('createConnectionLink', {
          body: {
            account_id: readText(form, 'account'),
            service_types: [readText(form, 'connector')],
            ...(name === '' ? {} : { name }),
            ...(returnUrl === '' ? {} : { return_url: returnUrl }),
          },
        });
        await queries.invalidateQueries();
        onMade(made.url);
      }}
    >
      {() => (
        <>
          <Choice label="Account" name="account" options={accounts.map(({ id, name }) => [id, name])} />
          <Choice
            label="System"
            name="connector"
            options={(connectors.data?.data ?? []).map(({ id, name }) => [id, name])}
          />
          <TextField label="Name of the connection" name="name" required={false} />
          <TextField
            label="Page to end on"
            name="return_url"
            type="url"
            placeholder="https://"
            help="The browser of the customer goes there in the end."
            required={false}
          />
        </>
      )}
    </FormDialog>
  );
}

function Choice({
  label,
  name,
  options,
}: {
  label: string;
  name: string;
  options: readonly (readonly [id: string, words: string])[];
}): ReactNode {
  return (
    <Field label={label}>
      {(control) => (
        <span className="select">
          <select {...control} name={name}>
            {options.map(([id, words]) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      )}
    </Field>
  );
}
