import { type ReactNode, useState } from 'react';
import type { WebhookEndpoint } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { findWrong } from '../../model/describe-error.ts';
import { endpointFormats, listOffered, readEndpoint, showAddress, toEndpointInput } from '../../model/endpoint-form.ts';
import { Choice } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { sayDone } from '../../parts/toasts.tsx';

type Format = WebhookEndpoint['format'];

/** Adds an address that the hub sends to. @param onSecret Told of the secret by which events are signed. */
export function NewEndpointDialog({
  onClose,
  onSecret,
}: {
  onClose: () => void;
  onSecret: (secret: string) => void;
}): ReactNode {
  const [format, setFormat] = useState<Format>('standard');
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Add an endpoint"
      act="Add"
      onSubmit={async (form) => {
        const made = await hub.call('createWebhookEndpoint', { body: toEndpointInput(form, format) });
        await queries.invalidateQueries();
        // Texts for people are not signed.
        if (format === 'standard') onSecret(made.secret);
        else sayDone(`${made.name} is added`, 'Send a test event to see that it arrives.');
      }}
    >
      {(error) => (
        <>
          <Choice
            label="What is sent"
            value={format}
            options={endpointFormats}
            onChange={(next) => setFormat(endpointFormats.find(([one]) => one === next)?.[0] ?? 'standard')}
          />
          <EndpointFields key={format} format={format} error={error} />
        </>
      )}
    </FormDialog>
  );
}

/** Changes what an endpoint is called, where it is and what it is told of. */
export function EditEndpointDialog({
  endpoint,
  etag,
  onClose,
}: {
  endpoint: WebhookEndpoint;
  etag: string | undefined;
  onClose: () => void;
}): ReactNode {
  const { id, name, format } = endpoint;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Edit ${name}`}
      act="Save"
      onSubmit={async (form) => {
        const options = etag === undefined ? {} : { ifMatch: etag };
        await hub.call('patchWebhookEndpoint', { params: { id }, body: readEndpoint(form, format) }, options);
        await queries.invalidateQueries();
        sayDone('Saved');
      }}
    >
      {(error) => <EndpointFields format={format} endpoint={endpoint} error={error} />}
    </FormDialog>
  );
}

const addressHelp: Readonly<Record<Format, string | undefined>> = {
  standard: undefined,
  slack: 'The incoming webhook of the channel. It is a secret, and is not shown again.',
  teams: 'The webhook of a Teams workflow. It is a secret, and is not shown again.',
  email:
    'Several are separated by commas. For approvals, write approvers: those who may decide. The operator of the hub has to have named a mail server.',
};

function EndpointFields({
  format,
  endpoint,
  error,
}: {
  format: Format;
  endpoint?: WebhookEndpoint;
  error: unknown;
}): ReactNode {
  const held = endpoint?.events ?? [];
  const offered = listOffered(format);
  const others = held.filter((event) => offered.every(([one]) => one !== event));
  const isSecret = format === 'slack' || format === 'teams';
  return (
    <>
      <TextField label="Name" name="name" defaultValue={endpoint?.name} wrong={findWrong(error, 'name')} required />
      <TextField
        label={format === 'email' ? 'E-mail addresses' : 'Address'}
        name="url"
        placeholder={format === 'email' ? 'ops@example.com' : 'https://'}
        defaultValue={endpoint === undefined ? '' : showAddress(endpoint)}
        help={
          endpoint !== undefined && isSecret
            ? `It goes to ${endpoint.url}. Leave it empty to keep it.`
            : addressHelp[format]
        }
        wrong={findWrong(error, 'url')}
        required={endpoint === undefined || !isSecret}
        spellCheck={false}
      />
      <fieldset className="scopes wide">
        <legend className="label">{format === 'standard' ? 'Events' : 'It is told when'}</legend>
        {[...offered, ...others.map((event) => [event, event] as const)].map(([event, words]) => (
          <label key={event} className="check">
            <input
              type="checkbox"
              name="events"
              value={event}
              defaultChecked={endpoint === undefined ? initial.has(event) : held.includes(event)}
            />
            {words}
          </label>
        ))}
      </fieldset>
    </>
  );
}

/** What most want to know. */
const initial: ReadonlySet<string> = new Set(['run.failed', 'notification.failed', 'notification.recovered']);
