import type { ReactNode } from 'react';
import { TextField } from '../../parts/fields.tsx';
import { type LeftOut, toField } from './read-values.ts';

/** Fields for what the files leave out. None of it is kept. */
export function ValueFields({ values }: { values: readonly LeftOut[] }): ReactNode {
  if (values.length === 0) return null;
  return (
    <fieldset className="group">
      <legend>What the files leave out</legend>
      <p className="soft">Credentials of what is there already may stay empty: they are not written.</p>
      {values.map((value) => (
        <TextField
          key={toField(value)}
          label={value.name.startsWith('file:') ? `Content of ${value.name.slice('file:'.length)}` : value.name}
          name={toField(value)}
          type={value.kind === 'secret' ? 'password' : 'text'}
          autoComplete="off"
          spellCheck={false}
        />
      ))}
    </fieldset>
  );
}
