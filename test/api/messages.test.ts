import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { oauthOperations } from '../../api/oauth/operations.ts';
import { routes } from '../../api/routes/index.ts';
import { listConnectors } from '../../connectors/registry.ts';
import { toFieldErrors } from '../../core/field-errors.ts';

/** No pattern of a shape allows all of these. */
const unlikely = ['', '{', '\n', '-', ' a', 'a'.repeat(5000)];

/** Every text of a pattern among all schemas that a value holds, in itself or in its parts. */
function* findPatterns(value: unknown, seen = new Set<unknown>()): Generator<z.ZodString> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (!(value instanceof z.ZodType)) {
    for (const part of Object.values(value)) yield* findPatterns(part, seen);
    return;
  }
  if (value instanceof z.ZodString && value.def.checks?.some((check) => check instanceof z.core.$ZodCheckRegex))
    yield value;
  if (value instanceof z.ZodLazy) yield* findPatterns(value.unwrap(), seen);
  yield* findPatterns(value.def, seen);
}

function messagesOf(shape: z.ZodString): string[] {
  return unlikely.flatMap((text) => {
    const { error } = z.record(shape, z.any()).safeParse({ [text]: 1 });
    const own = shape.safeParse(text).error;
    return [...toFieldErrors(error?.issues ?? []), ...toFieldErrors(own?.issues ?? [])].map(({ message }) => message);
  });
}

const served = [
  ...routes.map(({ operationId, body, query }) => ({ title: operationId, schemas: [body, query] })),
  ...oauthOperations.map(({ operationId, form, query }) => ({ title: operationId, schemas: [form, query] })),
  ...listConnectors().map((connector) => ({ title: connector.id, schemas: [connector] })),
].map(({ title, schemas }) => ({ title, patterns: [...findPatterns(schemas)] }));

const showsPattern = /pattern|\/\^|\[[^\]]*-[^\]]*\]|\\[dwS]/i;

describe('test/api/messages', () => {
  it.each(served.filter(({ patterns }) => patterns.length > 0))(
    'says in words what the texts of $title are to be',
    ({ patterns }) => {
      const messages = patterns.map(messagesOf);

      expect(messages.filter((of) => of.length === 0)).toEqual([]);
      expect(messages.flat().filter((message) => showsPattern.test(message))).toEqual([]);
    },
  );

  it('knows a message that shows a pattern', () => {
    const bare = z.strictObject({
      tags: z.array(
        z.lazy(() =>
          z
            .string()
            .regex(/^[a-z]{1,9}$/)
            .optional(),
        ),
      ),
    });

    expect([...findPatterns([bare])].flatMap(messagesOf).filter((message) => showsPattern.test(message))).not.toEqual(
      [],
    );
  });
});
