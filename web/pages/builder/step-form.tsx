import type { ReactNode } from 'react';
import { toSentence } from '../../model/status.ts';
import { Card } from '../../parts/card.tsx';
import { useBuilder, useFindings } from './builder-context.ts';
import { FindingList } from './finding-list.tsx';
import { Choice } from './choice.tsx';
import { listProperties, resolve, startValue } from './model/schema.ts';
import { listKinds, type StepNode, stepSchema } from './model/step-tree.ts';
import { Help } from './schema-controls.tsx';
import { GroupFields, SchemaField } from './schema-field.tsx';

/** One step by the schema of its kind; kinds that this page was not made for have their forms, too. */
export function StepForm({ node, ids }: { node: StepNode; ids: readonly string[] }): ReactNode {
  const { schemas, change } = useBuilder();
  const { path, kind, id, name } = node;
  const schema = schemas[stepSchema] ?? {};
  const kinds = listKinds(schemas);
  const own = listProperties(schema).find(([member]) => member === kind)?.[1];
  const description = own === undefined ? undefined : resolve(schemas, own).description;
  const isDouble = ids.filter((one) => one === id).length > 1;
  return (
    <Card title={name ?? (id || 'Step')} note={<Help text={description} />}>
      <div className="stack">
        <FindingList findings={useFindings(path)} />
        {isDouble && <p className="wrong">Another step has this id as well.</p>}
        <GroupFields path={path} schema={schema} without={kinds.map((one) => one.kind)} />
        <Choice
          label="Kind"
          value={kind}
          options={kinds.map((one) => [one.kind, toSentence(one.kind)] as const)}
          onChange={(next) => {
            const { [kind]: _before, ...others } = node.step;
            const property = listProperties(schema).find(([member]) => member === next)?.[1];
            change(path, { ...others, [next]: startValue(schemas, property) });
          }}
        />
        {own !== undefined && <SchemaField path={[...path, kind]} schema={own} name={kind} required />}
      </div>
    </Card>
  );
}
