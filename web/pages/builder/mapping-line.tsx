import { type ReactNode, useId, useState } from 'react';
import type { ExplainedField } from '../../../client/operations.data.ts';
import { IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { useBuilder, useFindings } from './builder-context.ts';
import { FindingList } from './finding-list.tsx';
import { FormulaField, PathField } from './formula-field.tsx';
import { JsonField } from './json-field.tsx';
import type { JsonObject } from '../../model/json.ts';
import { changeKind, type MappingRow, ruleKinds, toRuleKind } from './model/mapping-rows.ts';
import { type Path, toPathText } from './model/paths.ts';
import { RuleDetails } from './rule-details.tsx';
import { useSample } from './sample-context.ts';

/** One field of the target: where its value comes from, what is done with it, and what the sample record gives. */
export function MappingLine({
  row,
  path,
  onAdd,
}: {
  row: MappingRow;
  path: Path;
  onAdd: (rule: JsonObject) => void;
}): ReactNode {
  const { index, rule, to, needed } = row;
  if (index === undefined || rule === undefined) {
    return (
      <li className={needed ? 'open needed' : 'open'}>
        <TargetName row={row} />
        <div className="row">
          {needed && <span className="wrong">Needs a value</span>}
          <button
            type="button"
            className="button small"
            onClick={() => onAdd({ to, from: '' })}
            aria-label={`Map ${to}`}
          >
            <Icon name="plus" /> Map
          </button>
        </div>
      </li>
    );
  }
  return <Rule row={row} rule={rule} path={[...path, index]} index={index} isMain={path.length === 1} />;
}

function Rule({
  row,
  rule,
  path,
  index,
  isMain,
}: {
  row: MappingRow;
  rule: JsonObject;
  path: Path;
  index: number;
  isMain: boolean;
}): ReactNode {
  const { change } = useBuilder();
  const [isOpen, setOpen] = useState(false);
  const findings = useFindings(path, true).filter(({ path: at }) => !['from', 'formula'].includes(String(at.at(-1))));
  const explained = useExplained(row.to, index, isMain);
  const id = useId();
  const name = row.to === '' ? `rule ${index + 1}` : row.to;
  const kind = toRuleKind(rule);
  return (
    <li className="rule">
      <TargetName row={row} onRename={(to) => change([...path, 'to'], to)} />
      <span className="select">
        <select
          aria-label={`How ${name} gets its value`}
          value={kind}
          onChange={({ target: { value } }) => {
            const next = ruleKinds.find(([one]) => one === value)?.[0] ?? 'from';
            change(path, changeKind(rule, next));
          }}
        >
          {ruleKinds.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <div className="takes">
        <ValueField rule={rule} path={path} name={name} />
        <div className="outcome">
          <Treatment rule={rule} />
          <LiveValue explained={explained} />
        </div>
        <FindingList findings={findings} />
      </div>
      <div className="acts">
        <button
          type="button"
          className="button quiet square small"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`More of ${name}`}
          title="More"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'down' : 'right'} />
        </button>
        <IconButton
          label={`Remove the rule of ${name}`}
          icon="cross"
          looks={['quiet', 'small']}
          onClick={() => change(path, undefined)}
        />
      </div>
      {isOpen && (
        <div className="more" id={id}>
          <RuleDetails rule={rule} path={path} name={name} />
          {explained !== undefined && <Why explained={explained} />}
        </div>
      )}
    </li>
  );
}

/** The field, formula or constant that a rule begins with. */
function ValueField({ rule, path, name }: { rule: JsonObject; path: Path; name: string }): ReactNode {
  const { change } = useBuilder();
  const kind = toRuleKind(rule);
  const own = [...path, kind];
  const value = rule[kind];
  if (kind === 'value') {
    return (
      <JsonField label={`Constant of ${name}`} value={value} rows={1} words onChange={(next) => change(own, next)} />
    );
  }
  const text = typeof value === 'string' ? value : '';
  const shared = { path: own, value: text, onChange: (next: string) => change(own, next) };
  return kind === 'formula' ? (
    <FormulaField {...shared} label={`Formula of ${name}`} />
  ) : (
    <PathField {...shared} label={`Source of ${name}`} />
  );
}

function TargetName({
  row: { to, field, needed },
  onRename,
}: {
  row: MappingRow;
  onRename?: (to: string) => void;
}): ReactNode {
  const notes = [field?.type, needed ? 'required' : undefined, field?.sensitive === true ? 'sensitive' : undefined];
  return (
    <div className="target-name">
      {field === undefined && onRename !== undefined ? (
        <input
          className="input"
          aria-label="Field of the target"
          placeholder="field"
          value={to}
          onChange={(event) => onRename(event.target.value)}
        />
      ) : (
        <code title={field?.native_type}>{to}</code>
      )}
      {field?.title !== undefined && field.title !== to && <span className="soft">{field.title}</span>}
      <small>{notes.filter((note) => note !== undefined).join(' · ')}</small>
    </div>
  );
}

/** What is done with the value on its way, in a line: the details are one click away. */
function Treatment({ rule }: { rule: JsonObject }): ReactNode {
  const { convert, lookup, default: fallback, required, only_on: only } = rule;
  const parts = [
    convert === undefined ? undefined : `→ ${typeof convert === 'string' ? convert : 'converted'}`,
    lookup === undefined ? undefined : '→ looked up',
    fallback === undefined ? undefined : `else ${JSON.stringify(fallback)}`,
    required === true ? 'required' : undefined,
    typeof only === 'string' ? `only on ${only}` : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? null : <small className="treatment">{parts.join(', ')}</small>;
}

/** What the rule made of the sample: rules that cannot be tried yet made nothing. */
function useExplained(to: string, index: number, isMain: boolean): ExplainedField | undefined {
  const { outcome, triedAt } = useSample();
  const tried = triedAt.get(index);
  if (!isMain || tried === undefined) return undefined;
  const rule = toPathText(['mapping', tried]);
  return outcome?.explanation?.fields?.find((field) => field.to === to && field.rule === rule);
}

function LiveValue({ explained }: { explained: ExplainedField | undefined }): ReactNode {
  if (explained === undefined) return null;
  const { error, value } = explained;
  return (
    <output className={error === undefined ? 'live' : 'live wrong'}>
      {error === undefined ? (
        <code>{value === undefined ? 'no value' : JSON.stringify(value)}</code>
      ) : (
        <MarkedText text={error.message} />
      )}
    </output>
  );
}

const kinds: Readonly<Record<string, string>> = {
  read: 'read',
  constant: 'constant',
  expression: 'computed',
  formula: 'formula gave',
  convert: 'converted',
  lookup: 'looked up',
  default: 'default',
  condition: 'condition',
};

/** Why this value: each step of the computation, with what it gave. */
export function Why({ explained: { steps, sources } }: { explained: ExplainedField }): ReactNode {
  return (
    <div className="why">
      <h3>Why this value</h3>
      <ol>
        {sources.length > 0 && steps.length === 0 && (
          <li>{sources.map(({ path, value }) => `${path} is ${JSON.stringify(value)}`).join(', ')}</li>
        )}
        {steps.map(({ kind, text, value, error }, at) => (
          <li key={at}>
            <small>{kinds[kind] ?? kind}</small> {text !== undefined && <code>{text}</code>}{' '}
            {error === undefined ? (
              <>
                <Icon name="arrow" /> <code>{JSON.stringify(value) ?? 'no value'}</code>
              </>
            ) : (
              <span className="wrong">{error.message}</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
