import type { ReactNode } from 'react';
import type { HubClient } from '../../../client/index.ts';
import type { OperatedOrganization } from '../../../client/operations.data.ts';
import { queries } from '../../hub.ts';
import { readLimitChanges, readLimits } from '../../model/forms/operator-form.ts';
import { readText } from '../../model/read-text.ts';
import { ConfirmDialog, FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { sayDone } from '../../parts/toasts.tsx';

/** What the operator is about to do. */
export type Question =
  { what: 'create' } | { what: 'change' | 'link' | 'suspend' | 'resume'; organization: OperatedOrganization };

interface Asked {
  operator: HubClient;
  onClose: () => void;
  /** Shows a link for an owner. */
  onLink: (url: string) => void;
}

export function OrganizationQuestion({ asked, ...rest }: Asked & { asked: Question }): ReactNode {
  if (asked.what === 'create') return <CreateDialog {...rest} />;
  if (asked.what === 'change') return <ChangeDialog {...rest} organization={asked.organization} />;
  return <Confirmation {...rest} what={asked.what} organization={asked.organization} />;
}

async function refresh(done: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['operator'] });
  sayDone(done);
}

function CreateDialog({ operator, onClose, onLink }: Asked): ReactNode {
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Make an organization"
      lead="You get a link: the first person who opens it becomes the owner."
      act="Make it"
      onSubmit={async (form) => {
        const reference = readText(form, 'external_ref').trim();
        const made = await operator.call('createOperatorOrganization', {
          body: {
            name: readText(form, 'name').trim(),
            ...(reference === '' ? {} : { external_ref: reference }),
            limits: readLimits(form),
          },
        });
        await refresh(`${made.name} is made`);
        onLink(made.owner_link.url);
      }}
    >
      {() => <Fields />}
    </FormDialog>
  );
}

function ChangeDialog({ operator, onClose, organization }: Asked & { organization: OperatedOrganization }): ReactNode {
  const { id, name } = organization;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Change ${name}`}
      act="Save"
      onSubmit={async (form) => {
        const reference = readText(form, 'external_ref').trim();
        const body = {
          name: readText(form, 'name').trim(),
          external_ref: reference === '' ? null : reference,
          limits: readLimitChanges(form),
        };
        await operator.call('updateOperatorOrganization', { params: { id }, body });
        await refresh('Saved');
      }}
    >
      {() => <Fields organization={organization} />}
    </FormDialog>
  );
}

function Fields({ organization }: { organization?: OperatedOrganization }): ReactNode {
  const limits = organization?.limits;
  const number = { type: 'number', min: 1, required: false, placeholder: 'As configured' } as const;
  return (
    <>
      <TextField label="Name" name="name" defaultValue={organization?.name} required autoFocus />
      <TextField
        label="Your reference"
        name="external_ref"
        defaultValue={organization?.external_ref}
        help="What you call it elsewhere. No two organizations have the same."
        required={false}
      />
      <TextField
        label="Requests a minute"
        name="requests_per_minute"
        defaultValue={limits?.requests_per_minute}
        {...number}
      />
      <TextField label="Requests at once" name="requests_burst" defaultValue={limits?.requests_burst} {...number} />
      <TextField
        label="Segments of runs at once"
        name="segments"
        defaultValue={limits?.segments}
        help="An empty limit is what is configured for every organization."
        {...number}
      />
    </>
  );
}

const words = {
  link: {
    title: (name: string) => `Make a link for an owner of ${name}?`,
    act: 'Make the link',
    text: 'The first person who opens it becomes an owner. Earlier links of the operator stop working.',
  },
  suspend: {
    title: (name: string) => `Suspend ${name}?`,
    act: 'Suspend',
    text: 'Its people, keys, hooks and runs stop within a second. Nothing is lost: all of it goes on when it is resumed.',
  },
  resume: {
    title: (name: string) => `Resume ${name}?`,
    act: 'Resume',
    text: 'Its people and keys are let in at once. Runs go on where they were, within a minute.',
  },
} as const;

function Confirmation({
  operator,
  onClose,
  onLink,
  what,
  organization: { id, name },
}: Asked & { what: keyof typeof words; organization: OperatedOrganization }): ReactNode {
  const { title, act, text } = words[what];
  const params = { id };
  const run = async (): Promise<void> => {
    if (what === 'link') {
      const { url } = await operator.call('createOperatorOwnerLink', { params });
      return onLink(url);
    }
    const status = what === 'suspend' ? 'suspended' : 'active';
    await operator.call('updateOperatorOrganization', { params, body: { status } });
    return refresh(status === 'suspended' ? `${name} is suspended` : `${name} is resumed`);
  };
  return (
    <ConfirmDialog open onClose={onClose} title={title(name)} act={act} danger={what === 'suspend'} onConfirm={run}>
      {text}
    </ConfirmDialog>
  );
}
