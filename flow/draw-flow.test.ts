import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { definitionSchema } from './definition.ts';
import { drawFlow } from './draw-flow.ts';

const source = { connection_id: 'conn_1', object: 'employees', filter: "status == 'active'" };

function draw(members: JsonObject): string[] {
  return drawFlow(definitionSchema.parse(members))
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
}

describe('flow/draw-flow', () => {
  it('draws steps with their branches, conditions and handlers', () => {
    const action = { connection_id: 'conn_2', object: 'users', operation: 'upsert', mapping: [{ to: 'a', value: 1 }] };
    const steps = [
      {
        id: 'kind',
        condition: [{ when: "change == 'created'", steps: [{ id: 'end', stop: 'skipped', when: 'record.a' }] }],
      },
      { id: 'account', name: 'Okta', action, on_error: [{ id: 'note', transform: { set: { a: '1' } } }] },
    ];

    expect(draw({ source, steps })).toEqual([
      'flowchart TD',
      'source(["read employees"])',
      'stage0["filter"]',
      'source --> stage0',
      'stage0 --> step_kind',
      'done([done])',
      'step_kind{"kind"}',
      `step_kind -->|"change == 'created'"| step_end`,
      'step_end(["skipped — if record.a"])',
      'step_end -->|otherwise| step_account',
      'step_kind -->|"else"| step_account',
      'step_account[["Okta: upsert users"]]',
      'step_account --> done',
      'step_account -.->|on error| step_note',
      'step_note["note"]',
      'step_note --> done',
    ]);
  });

  it('draws a loop, which items leave behind its last element', () => {
    const set = { transform: { set: { a: '1' } } };
    const loop = { id: 'groups', for_each: 'record.groups', as: 'group', steps: [{ id: 'one', ...set }] };

    expect(draw({ source, steps: [loop, { id: 'last', ...set }] }).slice(4)).toEqual([
      'stage0 --> step_groups',
      'done([done])',
      'step_groups{{"groups: record.groups"}}',
      'step_groups -->|"each group"| step_one',
      'step_one["one"]',
      'step_one --> step_groups',
      'step_groups --> step_last',
      'step_last["last"]',
      'step_last --> done',
    ]);
  });

  it('draws branches side by side, and a scope with what follows it in any case', () => {
    const set = (id: string): JsonObject => ({ id, transform: { set: { a: '1' } } });
    const parallel = [
      { name: 'mail', steps: [set('one')] },
      { name: 'none', steps: [] },
    ];
    const steps = [
      { id: 'both', parallel },
      { id: 'all', scope: [set('two')], finally: [set('three')] },
    ];

    expect(draw({ source, steps }).slice(6)).toEqual([
      'step_both[/"both"/]',
      'step_both -->|"mail"| step_one',
      'step_one["one"]',
      'step_one --> step_all',
      'step_both -->|"none"| step_all',
      'step_all[/"all"/]',
      'step_all --> step_two',
      'step_two["two"]',
      'step_two --> step_three',
      'step_three["three"]',
      'step_three --> done',
    ]);
  });

  it('draws a batch, which comes back to its step, and what is behind it', () => {
    const set = (id: string): JsonObject => ({ id, transform: { set: { a: '1' } } });
    const steps = [{ id: 'many', batch: { max: 40, collect: 'record.id', steps: [set('one')] } }, set('two')];

    expect(draw({ source, steps }).slice(6)).toEqual([
      'step_many{{"many: batch of up to 40"}}',
      'step_many -->|"once for all"| step_one',
      'step_one["one"]',
      'step_one --> step_many',
      'step_many --> step_two',
      'step_two["two"]',
      'step_two --> done',
    ]);
  });

  it('draws an integration with one mapping, and a draft', () => {
    const target = { connection_id: 'conn_2', object: 'users' };

    expect(draw({ source, target, mapping: [{ to: 'a', value: 1 }] })).toEqual([
      'flowchart TD',
      'source(["read employees"])',
      'stage0["filter"]',
      'stage1["mapping (1)"]',
      'target["upsert users"]',
      'source --> stage0',
      'stage0 --> stage1',
      'stage1 --> target',
    ]);
    expect(draw({})).toEqual(['flowchart TD', 'source(["no source yet"])']);
  });

  it('lets no text of a definition become syntax', () => {
    const [, node] = draw({ source: { connection_id: 'conn_1', object: 'a"] --> b["<b>#quot;' } });

    expect(node).toBe('source(["read a#34;] --#62; b[#34;#60;b#62;#35;quot;"])');
  });
});
