import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { askAll, byName } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';
import { useBuilder, useFindings } from './builder-context.ts';
import { Choice } from '../../parts/choice.tsx';
import { getAt, type Path } from './model/paths.ts';

const words = {
  only_in: { label: 'Only in', help: 'What is outside of the calendar waits until it is on.' },
  not_in: { label: 'Not in', help: 'What is in the calendar waits until it is over.' },
} as const;

/** The calendar of a window, by its name; what is stored is its id. */
export function CalendarField({ path, name }: { path: Path; name: keyof typeof words }): ReactNode {
  const { definition, change } = useBuilder();
  const calendars = useQuery(askAll('listCalendars', byName));
  const value = getAt(definition, path);
  const findings = useFindings(path);
  const { label, help } = words[name];
  return (
    <Choice
      label={label}
      required={false}
      help={
        <>
          {help} <Link to="/calendars">See the calendars</Link>
        </>
      }
      wrong={findings.find(({ isError }) => isError)?.message}
      value={typeof value === 'string' ? value : ''}
      options={[['', 'Choose a calendar'], ...(calendars.data ?? []).map(({ id, name: own }) => [id, own] as const)]}
      onChange={(id) => change(path, id === '' ? undefined : id)}
    />
  );
}
