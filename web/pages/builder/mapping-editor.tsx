import { type ReactNode, useMemo, useState } from 'react';
import { formatAmount } from '../../model/format.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/states.tsx';
import { useBuilder, useFindings } from './builder-context.ts';
import { FindingList } from './finding-list.tsx';
import { MappingLine } from './mapping-line.tsx';
import { isList, type JsonObject } from '../../model/json.ts';
import { listRows, type MappingRow, readRules, type Suggestion, suggestRules } from './model/mapping-rows.ts';
import { getAt, type Path } from './model/paths.ts';
import { useNames } from './names.ts';
import { toEnd, useFields, useOperations } from './use-discovery.ts';

const shownAtOnce = 12;

/**
 * How the fields of a target get their values: what a record needs first, each with the value of the sample record.
 *
 * @param path Of the mapping.
 * @param target Of what is written, whose fields are shown. Without one, every name is as good as another.
 */
export function MappingEditor({ path, target }: { path: Path; target?: Path }): ReactNode {
  const { definition, change } = useBuilder();
  const written = target === undefined ? undefined : getAt(definition, target);
  const end = toEnd(written);
  const fields = useFields(end);
  const needed = useNeeded(end, target === undefined ? undefined : getAt(definition, [...target, 'operation']));
  const rules = readRules(getAt(definition, path));
  const rows = listRows(fields, rules, needed);
  const [filter, setFilter] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const findings = useFindings(path);
  const add = (more: readonly JsonObject[]): void => change(path, [...rules, ...more]);
  const wanted = filter.trim().toLowerCase();
  const found = wanted === '' ? rows : rows.filter(({ to }) => to.toLowerCase().includes(wanted));
  const optional = found.filter(({ rule, needed: isNeeded }) => rule === undefined && !isNeeded);
  const hidden = showsAll || wanted !== '' ? 0 : Math.max(0, optional.length - shownAtOnce);
  const shown = found.filter((row) => !optional.slice(optional.length - hidden).includes(row));
  return (
    <div className="stack">
      <FindingList findings={findings} />
      <Suggestions rows={rows} path={path} onAccept={add} />
      {rows.length > shownAtOnce && (
        <div className="row spread">
          <input
            className="filter-text"
            type="search"
            data-filter=""
            aria-label="Filter fields of the target"
            placeholder="Filter fields of the target"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
          <small role="status">{describeRows(rows)}</small>
        </div>
      )}
      <ol className="mapping-lines">
        {shown.map((row) => (
          <MappingLine key={row.index ?? `open ${row.to}`} row={row} path={path} onAdd={(rule) => add([rule])} />
        ))}
      </ol>
      <div className="row">
        {hidden > 0 && (
          <Button onClick={() => setShowsAll(true)}>Show {formatAmount(hidden, 'more field', 'more fields')}</Button>
        )}
        <Button icon="plus" onClick={() => add([{ to: '', from: '' }])}>
          Add a rule
        </Button>
      </div>
    </div>
  );
}

/** What the operation needs, as the connector says; the fields that find a record are among it. */
function useNeeded(end: ReturnType<typeof toEnd>, operation: unknown): readonly string[] {
  const operations = useOperations(end);
  const { definition } = useBuilder();
  const matchOn = getAt(definition, ['target', 'match_on']);
  return useMemo(() => {
    const id = typeof operation === 'string' ? operation : 'upsert';
    const required = operations.find((one) => one.id === id || one.kind === id)?.required ?? [];
    const found = isList(matchOn) ? matchOn.filter((name): name is string => typeof name === 'string') : [];
    return [...new Set([...required, ...found])];
  }, [operations, operation, matchOn]);
}

function describeRows(rows: readonly MappingRow[]): string {
  const mapped = rows.filter(({ rule }) => rule !== undefined).length;
  const missing = rows.filter(({ rule, needed }) => needed && rule === undefined).length;
  const rest = missing === 0 ? '' : `, ${missing} still needed`;
  return `${mapped} of ${formatAmount(rows.length, 'field', 'fields')} mapped${rest}`;
}

/** Offers rules for fields of the same name. Nothing is taken before somebody has seen it. */
function Suggestions({
  rows,
  path,
  onAccept,
}: {
  rows: readonly MappingRow[];
  path: Path;
  onAccept: (rules: readonly JsonObject[]) => void;
}): ReactNode {
  const names = useNames(path);
  const [dismissed, setDismissed] = useState(false);
  const suggestions = useMemo(() => {
    const sources = names.filter(({ kind }) => kind === 'field').map(({ name }) => name);
    return suggestRules(rows, sources);
  }, [rows, names]);
  if (dismissed || suggestions.length === 0) return null;
  const toRule = ({ to, from }: Suggestion): JsonObject => ({ to, from });
  return (
    <Notice tone="idle" title={`${formatAmount(suggestions.length, 'field has', 'fields have')} a likely source`}>
      <ul className="suggested">
        {suggestions.map((suggestion) => (
          <li key={suggestion.to}>
            <span>
              <code>{suggestion.to}</code> from <code>{suggestion.from}</code> <small>{suggestion.evidence}</small>
            </span>
            <Button
              looks={['small']}
              aria-label={`Use ${suggestion.from} for ${suggestion.to}`}
              onClick={() => onAccept([toRule(suggestion)])}
            >
              Use
            </Button>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button looks={['small']} icon="check" onClick={() => onAccept(suggestions.map(toRule))}>
          Use all {suggestions.length}
        </Button>
        <Button looks={['small', 'quiet']} onClick={() => setDismissed(true)}>
          Not now
        </Button>
      </div>
    </Notice>
  );
}
