import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { type Finding, useBuilder } from './builder-context.ts';
import type { JsonObject } from '../../model/json.ts';
import { type Path, toPathText } from './model/paths.ts';

export type PartName = 'source' | 'mapping' | 'target' | 'steps' | 'triggers' | 'settings' | 'json' | 'changes';

interface Part {
  name: PartName;
  words: string;
  icon: IconName;
}

const source: Part = { name: 'source', words: 'Source', icon: 'source' };
const rest: readonly Part[] = [
  { name: 'triggers', words: 'Triggers', icon: 'schedules' },
  { name: 'settings', words: 'Behaviour', icon: 'limits' },
  { name: 'json', words: 'As code', icon: 'script' },
  { name: 'changes', words: 'Changes', icon: 'audit' },
];

const steps: Part = { name: 'steps', words: 'Steps', icon: 'integrations' };
const ends: readonly Part[] = [
  { name: 'target', words: 'Target', icon: 'target' },
  { name: 'mapping', words: 'Mapping', icon: 'mapping' },
];

/**
 * The parts of an integration in the order in which a record passes them, and then what is around them. Steps, or a target
 * and a mapping: the first of either decides.
 */
export function listParts(definition: JsonObject): readonly Part[] {
  if (definition['steps'] !== undefined) return [source, steps, ...rest];
  const isOpen = definition['target'] === undefined && definition['mapping'] === undefined;
  return [source, ...ends, ...(isOpen ? [steps] : []), ...rest];
}

/** Where a member is edited. */
export function toPart(path: Path, definition: JsonObject): { part: PartName; at?: string } {
  const [member] = path;
  if (member === 'steps') {
    // The innermost step that the path leads through.
    const last = path.findLastIndex((key, index) => typeof key === 'number' && isStepList(path[index - 1]));
    return { part: 'steps', ...(last === -1 ? {} : { at: toPathText(path.slice(0, last + 1)) }) };
  }
  const known = listParts(definition).find(({ name }) => name === member);
  return { part: known?.name ?? 'settings' };
}

function isStepList(key: string | number | undefined): boolean {
  return key === 'steps' || key === 'else' || key === 'on_error';
}

export function PartList({ open, findings }: { open: PartName; findings: readonly Finding[] }): ReactNode {
  const { id, definition } = useBuilder();
  return (
    <nav className="tabs parts" aria-label="Parts of the integration">
      {listParts(definition).map(({ name, words, icon }) => {
        const wrong = findings.filter(({ path, isError }) => isError && toPart(path, definition).part === name).length;
        return (
          <Link
            key={name}
            to="/integrations/$id/build"
            params={{ id }}
            search={{ part: name }}
            aria-current={name === open ? 'page' : false}
            replace
          >
            <Icon name={icon} />
            {words}
            {wrong > 0 && (
              <span className="count tone-bad">
                {wrong}
                <span className="hidden-text"> wrong</span>
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
