import { type ReactNode, useId } from 'react';
import { Field } from '../../parts/fields.tsx';
import { useBuilder, useFindings } from './builder-context.ts';
import { FindingList } from './finding-list.tsx';
import { getAt, type Path } from './model/paths.ts';

/** The name of a time zone, suggested from those that the browser knows. */
export function ZoneField({ path, help }: { path: Path; help: string }): ReactNode {
  const { definition, change } = useBuilder();
  const findings = useFindings(path, true);
  const value = getAt(definition, path);
  const list = useId();
  return (
    <Field label="Time zone" required={false} help={help}>
      {(control) => (
        <>
          <input
            {...control}
            className="input"
            list={list}
            spellCheck={false}
            autoComplete="off"
            value={typeof value === 'string' ? value : ''}
            onChange={({ target: { value: text } }) => change(path, text === '' ? undefined : text)}
          />
          <datalist id={list}>
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </datalist>
          <FindingList findings={findings} />
        </>
      )}
    </Field>
  );
}
