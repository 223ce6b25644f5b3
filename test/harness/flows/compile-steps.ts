import type { JsonObject } from '../../../core/json.ts';
import type { DescribedObject } from '../../../engine/compile/described-object.ts';
import { compileFlow, type CompiledFlow, type FlowInput } from '../../../flow/compile.ts';
import { definitionSchema } from '../../../flow/definition.ts';

export const person: JsonObject = {
  type: 'object',
  required: ['id', 'email', 'status'],
  properties: {
    id: { type: 'string' },
    email: { type: 'string' },
    status: { enum: ['active', 'left'] },
    age: { type: ['integer', 'null'] },
    boss: { $ref: '#/$defs/boss' },
    teams: {
      type: 'array',
      items: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } },
    },
  },
  $defs: { boss: { type: 'object', properties: { name: { type: 'string' } } } },
};
const byMatch = { idempotency: 'natural', identity: 'match', matchOn: 'required' } as const;
export const people: DescribedObject = { key: ['id'], schema: person, operations: { list: {} } };
export const accounts: DescribedObject = {
  operations: {
    upsert: byMatch,
    update: byMatch,
    delete: byMatch,
    create: { idempotency: 'none', identity: 'assigned', matchOn: 'unused' },
  },
};
export const source = { connection_id: 'conn_s', object: 'people' };

/** An action that writes an account by the key of the record, apart from these members. */
export function write(members: JsonObject = {}): JsonObject {
  return {
    connection_id: 'conn_t',
    object: 'accounts',
    operation: 'upsert',
    match_on: ['id'],
    mapping: [{ to: 'id', from: 'record.id' }],
    ...members,
  };
}

/** Compiles a definition whose actions all write accounts. */
export function compile(definition: Readonly<Record<string, unknown>>, input: Partial<FlowInput> = {}): CompiledFlow {
  const parsed = definitionSchema.parse({ source, ...definition });
  const ids = [...JSON.stringify(parsed.steps ?? []).matchAll(/"id":"(\w+)"/g)].map(([, id = '']) => id);
  const targets = new Map(ids.map((id) => [id, accounts]));
  const review = { source: { schema: person, from: 'declaration' }, targets: new Map() } as const;
  return compileFlow({ definition: parsed, source: people, targets, review, namespace: 'int', ...input });
}

/** The same of these steps alone. */
export function steps(...list: JsonObject[]): CompiledFlow {
  return compile({ steps: list });
}

/** `steps[0].when invalid_formula` */
export function listProblems({ problems }: CompiledFlow): string[] {
  return problems.map(({ path, code }) => `${path} ${code}`);
}

/** A loop over the teams of a record, whose step gives their names. */
export function loop(as: string, key: string): JsonObject {
  const names = { id: 'x', transform: { set: { n: `lower(${as}.name)` } } };
  return { id: 'l', for_each: 'record.teams', as, key, steps: [names] };
}
