import type { ReactNode } from 'react';
import { toSentence } from '../../model/status.ts';
import { Card } from '../../parts/card.tsx';
import { useBuilder, useFindings } from './builder-context.ts';
import { Choice } from '../../parts/choice.tsx';
import { FindingList } from './finding-list.tsx';
import type { Path } from './model/paths.ts';
import { inputSchema, listProperties, resolve } from './model/schema.ts';
import { changeStepKind, listKinds, type StepKind, type StepNode, stepSchema } from './model/step-tree.ts';
import { Help } from './schema-controls.tsx';
import { GroupFields, SchemaField } from './schema-field.tsx';

/** What a step is known by, and when it is gone through: said before what it does. */
const heads = ['id', 'name', 'when'];

/** One step by the schema of its kind; kinds that this page was not made for have their forms, too. */
export function StepForm({ node, ids }: { node: StepNode; ids: readonly string[] }): ReactNode {
  const { schemas, change } = useBuilder();
  const { path, id, name } = node;
  const schema = inputSchema(schemas, stepSchema);
  const kinds = listKinds(schemas);
  const own = kinds.find(({ kind }) => kind === node.kind);
  const others = kinds.flatMap((one) => [one.kind, ...(one === own ? [] : one.with)]);
  const isDouble = ids.filter((one) => one === id).length > 1;
  return (
    <Card title={name ?? (id || 'Step')} note={<Help text={own?.description} />}>
      <div className="stack">
        <FindingList findings={useFindings(path)} />
        {isDouble && <p className="wrong">Another step has this id as well.</p>}
        <GroupFields path={path} schema={schema} only={heads} />
        <Choice
          label="Kind"
          value={node.kind}
          options={kinds.map(({ kind }) => [kind, toSentence(kind)] as const)}
          onChange={(next) => {
            const kind = kinds.find((one) => one.kind === next);
            if (kind !== undefined) change(path, changeStepKind(schemas, node.step, kind));
          }}
        />
        {own !== undefined && <KindFields path={[...path, own.kind]} kind={own} />}
        <GroupFields path={path} schema={schema} without={[...heads, ...others]} />
      </div>
    </Card>
  );
}

/** What a kind of step is made of. Its description stands above. */
function KindFields({ path, kind }: { path: Path; kind: StepKind }): ReactNode {
  const { schemas } = useBuilder();
  const hasMembers = listProperties(resolve(schemas, kind.schema).schema).length > 0;
  if (hasMembers) return <GroupFields path={path} schema={kind.schema} />;
  return <SchemaField path={path} schema={kind.schema} name={kind.kind} required />;
}
