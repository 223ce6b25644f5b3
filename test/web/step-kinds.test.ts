import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renderDocument } from '../../api/openapi/document.ts';
import { routes } from '../../api/routes/index.ts';
import { stepKinds } from '../../flow/steps/kinds.ts';
import { listProperties } from '../../web/pages/builder/model/schema.ts';
import { listKinds, startStep } from '../../web/pages/builder/model/step-tree.ts';
import { flowStepKinds } from '../../web/model/flow-steps.ts';

const kinds: string[] = stepKinds.map(({ name }) => name).toSorted();
const document = z
  .object({ components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.json())) }) })
  .parse(renderDocument(routes, 'https://hub.example.com'));
const { schemas } = document.components;

describe('test/web/step-kinds', () => {
  it('has words for each kind of step that flows have', () => {
    expect(flowStepKinds.map(({ kind }) => kind).toSorted()).toEqual(kinds);
    expect(new Set(flowStepKinds.map(({ words }) => words)).size).toBe(kinds.length);
  });

  it('offers each kind in the builder, with what it is for and the fields or steps that it is made of', () => {
    const offered = listKinds(schemas);

    expect(offered.map(({ kind }) => kind).toSorted()).toEqual(kinds);
    expect(offered.filter(({ description }) => description === '')).toEqual([]);
    for (const kind of offered) expect(startStep(schemas, kind)).toHaveProperty(kind.kind);
    expect(listProperties(schemas['FlowCall'] ?? {}).map(([name]) => name)).toContain('integration_id');
  });
});
