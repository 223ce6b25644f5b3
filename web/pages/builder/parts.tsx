import type { ReactNode } from 'react';
import { AccountField } from '../../parts/account-fields.tsx';
import { Card } from '../../parts/card.tsx';
import { useAccountOptions } from '../../parts/use-accounts.ts';
import { useBuilder, useFindings } from './builder-context.ts';
import { EndFields, KeyField, MatchOnField, OperationField } from './end-fields.tsx';
import { FindingList } from './finding-list.tsx';
import { FormulaField } from './formula-field.tsx';
import { MappingEditor } from './mapping-editor.tsx';
import { getAt } from './model/paths.ts';
import { inputSchema, listProperties } from './model/schema.ts';
import { Help } from './schema-controls.tsx';
import { GroupFields, SchemaField } from './schema-field.tsx';

/** Where records come from, and which of them. */
export function SourcePart(): ReactNode {
  const { definition, schemas } = useBuilder();
  const findings = useFindings(['source']);
  const isFlow = definition['steps'] !== undefined;
  return (
    <Card title="Where records come from">
      <div className="stack">
        <FindingList findings={findings} />
        <EndFields path={['source']} side="source" />
        <KeyField />
        <FilterField />
        <GroupFields
          path={['source']}
          schema={schemas['IntegrationSource'] ?? {}}
          without={[
            'connection_id',
            'object',
            'key',
            'filter',
            ...(isFlow ? ['flatten'] : ['watch', 'changes', 'start']),
          ]}
        />
      </div>
    </Card>
  );
}

/** A formula, as most filters are; a tree of conditions stays what it is and is edited as such. */
function FilterField(): ReactNode {
  const { definition, change, schemas } = useBuilder();
  const filter = getAt(definition, ['source', 'filter']);
  const schema = listProperties(schemas['IntegrationSource'] ?? {}).find(([name]) => name === 'filter')?.[1] ?? {};
  if (filter !== undefined && typeof filter !== 'string') {
    return <SchemaField path={['source', 'filter']} schema={schema} name="filter" required={false} />;
  }
  return (
    <div className="field">
      <span className="label">
        Keep only records for which <span className="soft">(optional)</span>
      </span>
      <FormulaField
        path={['source', 'filter']}
        label="Keep only records for which"
        example="status == 'active'"
        value={filter ?? ''}
        onChange={(text) => change(['source', 'filter'], text === '' ? undefined : text)}
      />
      <div className="help">A formula that is true for the records to keep. Without one, all are kept.</div>
    </div>
  );
}

/** How the fields of the target get their values. */
export function MappingPart(): ReactNode {
  return (
    <Card title="How fields get their values">
      <MappingEditor path={['mapping']} target={['target']} />
    </Card>
  );
}

/** Where records go. */
export function TargetPart(): ReactNode {
  const { schemas } = useBuilder();
  return (
    <Card title="Where records go">
      <div className="stack">
        <FindingList findings={useFindings(['target'])} />
        <EndFields path={['target']} side="target" />
        <OperationField path={['target']} />
        <MatchOnField path={['target']} mapping={['mapping']} />
        <GroupFields
          path={['target']}
          schema={inputSchema(schemas, 'IntegrationTarget')}
          without={['connection_id', 'object', 'operation', 'match_on']}
        />
      </div>
    </Card>
  );
}

/** Members that have a part of their own. */
const own = ['name', 'account_id', 'source', 'mapping', 'target', 'steps', 'triggers'];

/** The name, and everything else that an integration can have: also what is newer than this page. */
export function SettingsPart(): ReactNode {
  const { definition, schemas } = useBuilder();
  const schema = inputSchema(schemas, 'Integration');
  const name = listProperties(schema).find(([member]) => member === 'name')?.[1] ?? {};
  const isFlow = definition['steps'] !== undefined;
  return (
    <Card
      title="Name and behaviour"
      note={<Help text="What happens between source and target, and when records fail." />}
    >
      <div className="stack">
        <SchemaField path={['name']} schema={name} name="name" required />
        <OwnerField />
        <GroupFields
          path={[]}
          schema={schema}
          without={isFlow ? [...own, 'script', 'aggregate', 'mapping_defaults'] : own}
        />
      </div>
    </Card>
  );
}

/** Whose it is. Nothing to choose for who may build for one account only. */
function OwnerField(): ReactNode {
  const { definition, change } = useBuilder();
  const options = useAccountOptions('integrations:write');
  const findings = useFindings(['account_id']);
  const { account_id: chosen } = definition;
  if (options.isRequired && options.accounts.length < 2) return null;
  const choice = {
    ...options,
    chosen: typeof chosen === 'string' ? chosen : undefined,
    onChoose: (id: string | undefined) => change(['account_id'], id),
  };
  return <AccountField choice={choice} wrong={findings.find(({ isError }) => isError)?.message} />;
}
