import type { ReactNode } from 'react';
import { Field } from '../../parts/fields.tsx';
import { useBuilder } from './builder-context.ts';
import { JsonField } from './json-field.tsx';
import { isObject, type JsonObject } from '../../model/json.ts';
import type { Path } from './model/paths.ts';
import { inputSchema, listProperties } from './model/schema.ts';
import { Choice } from '../../parts/choice.tsx';
import { SchemaField } from './schema-field.tsx';
import { askAll, byName } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';

/** Members that the line itself shows, or that have a control of their own here. */
const shownElsewhere = new Set(['to', 'from', 'formula', 'value', 'lookup', 'default']);

/** What is done with the value: looked up, converted, replaced; and what happens where there is none. */
export function RuleDetails({ rule, path, name }: { rule: JsonObject; path: Path; name: string }): ReactNode {
  const { schemas, change } = useBuilder();
  const others = listProperties(inputSchema(schemas, 'MappingRule')).filter(([member]) => !shownElsewhere.has(member));
  return (
    <div className="fields-grid">
      {others.map(([member, schema]) => (
        <SchemaField key={member} path={[...path, member]} schema={schema} name={member} required={false} />
      ))}
      <LookupField rule={rule} path={path} />
      <Field label="Default" help="Used if the result is missing or null." required={false}>
        {() => (
          <JsonField
            label={`Default of ${name}`}
            value={rule['default']}
            rows={1}
            words
            onChange={(value) => change([...path, 'default'], value === '' ? undefined : value)}
          />
        )}
      </Field>
    </div>
  );
}

const own = 'own entries';

function LookupField({ rule, path }: { rule: JsonObject; path: Path }): ReactNode {
  const { change } = useBuilder();
  const tables = useQuery(askAll('listLookupTables', byName));
  const lookup = rule['lookup'];
  const table = isObject(lookup) && typeof lookup['table'] === 'string' ? lookup['table'] : undefined;
  const chosen = lookup === undefined ? '' : (table ?? own);
  return (
    <div className="stack">
      <Choice
        label="Lookup"
        help="Replaces the value by the entry of that name."
        value={chosen}
        options={[
          ['', 'None'],
          [own, 'Entries of its own'],
          ...(tables.data ?? []).map(({ id, name }) => [id, name] as const),
        ]}
        onChange={(value) =>
          change([...path, 'lookup'], value === '' ? undefined : value === own ? { A: 'ACTIVE' } : { table: value })
        }
      />
      {chosen === own && (
        <JsonField
          label="Entries of the lookup"
          value={lookup}
          onChange={(value) => change([...path, 'lookup'], value)}
        />
      )}
    </div>
  );
}
