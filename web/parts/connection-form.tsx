import { type ReactNode, useState } from 'react';
import type { Connector } from '../../client/operations.data.ts';
import { type FieldValues, readFields, toValues } from '../model/forms/schema-fields.ts';
import { Field } from './fields.tsx';
import { Icon } from './icon.tsx';
import { SchemaForm } from './schema-form.tsx';

/** The fields by which a system is reached and signed in to, as its connector describes them. */
export function ConnectionFields({
  connector,
  withConfig,
  error,
  method: initialMethod = connector.auth[0]?.id,
  onMethod,
}: {
  connector: Connector;
  withConfig: boolean;
  error?: unknown;
  /** The way to sign in that is chosen at first. Default: the first one. */
  method?: string | undefined;
  /** Told of another way to sign in. */
  onMethod?: (id: string) => void;
}): ReactNode {
  const [methodId, setMethod] = useState(initialMethod);
  const method = connector.auth.find(({ id }) => id === methodId) ?? connector.auth[0];
  return (
    <>
      {withConfig && <SchemaForm fields={readFields(connector.config_schema)} prefix="config" error={error} />}
      {connector.auth.length > 1 && (
        <Field label="How to sign in">
          {(control) => (
            <span className="select">
              <select
                {...control}
                name="method"
                value={method?.id}
                onChange={(event) => {
                  setMethod(event.target.value);
                  onMethod?.(event.target.value);
                }}
              >
                {connector.auth.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </select>
              <Icon name="down" />
            </span>
          )}
        </Field>
      )}
      {method !== undefined && (
        <SchemaForm key={method.id} fields={readFields(method.credentials_schema)} prefix="credentials" error={error} />
      )}
      {connector.auth.every(({ credentials_schema: schema }) => readFields(schema).length === 0) && (
        <p className="soft">{connector.name} asks for no credentials.</p>
      )}
    </>
  );
}

/** What was typed, in the shape that the API takes. Read when it is sent and held nowhere else. */
export function readConnection(
  connector: Connector,
  form: FormData,
): { config: FieldValues; credentials: FieldValues } {
  const chosen = form.get('method');
  const method = connector.auth.find(({ id }) => id === chosen) ?? connector.auth[0];
  const read =
    (prefix: string) =>
    (name: string): string | undefined => {
      const value = form.get(`${prefix}.${name}`);
      return typeof value === 'string' ? value : undefined;
    };
  return {
    config: toValues(readFields(connector.config_schema), read('config')),
    credentials: toValues(readFields(method?.credentials_schema), read('credentials')),
  };
}

/** Whether a person allows the access at the vendor, in place of typing what gives it. */
export function isAuthorized(connector: Connector, method: string | undefined): boolean {
  return connector.auth.find(({ id }) => id === method)?.kind === 'oauth2_code';
}
