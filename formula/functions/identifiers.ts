import { v3, v5, validate } from 'uuid';
import { toCanonical } from '../canonical.ts';
import { FormulaError } from '../values/formula-error.ts';
import { toOutput } from '../values/output.ts';
import type { Evaluation } from '../values/evaluation.ts';
import type { Value } from '../values/value.ts';
import { example, type FunctionEntry, type FunctionFamily, overload, parameter, variadic } from './define.ts';
import { any, boolean, text } from './signature.ts';

/** @see https://www.rfc-editor.org/rfc/rfc9562#section-6.6 */
const namespaces: ReadonlyMap<string, string> = new Map([
  ['dns', '6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
  ['url', '6ba7b811-9dad-11d1-80b4-00c04fd430c8'],
  ['oid', '6ba7b812-9dad-11d1-80b4-00c04fd430c8'],
  ['x500', '6ba7b814-9dad-11d1-80b4-00c04fd430c8'],
]);

/** The namespace of `stableId`: a random UUID that must never change. */
const partsNamespace = '5e1c4f0a-7a43-4f6e-9f6b-3d0f6c1b82d7';

const stepsPerId = 30;

type Derive = (name: string, namespace: string) => string;

function deriveId(derive: Derive, name: string, namespace: string, run: Evaluation): string {
  run.spend(stepsPerId + (name.length >> 4));
  const space = namespaces.get(namespace) ?? namespace;
  if (validate(space)) return derive(name, space);
  const words = [...namespaces.keys()].join(', ');
  throw new FormulaError('invalid_argument', `The namespace must be a UUID, or one of ${words}`);
}

function named(name: string, version: string, derive: Derive, sample: string): FunctionEntry {
  return {
    name,
    description: `The version ${version} UUID of a name in a namespace: a UUID, or one of dns, url, oid and x500.`,
    overloads: [
      overload([parameter('name', text), parameter('namespace', text)], text, (input, space, run) =>
        deriveId(derive, input, space, run),
      ),
    ],
    examples: [example(`${name}('www.example.com', 'dns')`, sample)],
  };
}

/** Parts are encoded as JSON, so that different lists never have the same text. */
function toStableId(parts: readonly Value[], run: Evaluation): string {
  const written = JSON.stringify(toCanonical(toOutput([...parts], run)));
  run.checkText(written.length);
  return deriveId((name, space) => v5(name, space), written, partsNamespace, run);
}

/** Deterministic ids: the same values always give the same id. */
export const identifiers: FunctionFamily = {
  name: 'Identifiers',
  functions: [
    named('uuidV5', '5 (SHA-1)', (name, space) => v5(name, space), '2ed6657d-e927-568b-95e1-2665a8aea6a2'),
    named('uuidV3', '3 (MD5)', (name, space) => v3(name, space), '5df41881-3aed-3515-88a7-2f4a814cf09e'),
    {
      name: 'isUuid',
      description: 'Whether a text is a UUID in its canonical form.',
      overloads: [overload([parameter('value', text)], boolean, (input) => validate(input))],
      examples: [
        example("isUuid('2ed6657d-e927-568b-95e1-2665a8aea6a2')", true),
        example("isUuid('2ed6657de927568b95e12665a8aea6a2')", false),
      ],
    },
    {
      name: 'stableId',
      description:
        'A UUID derived from its arguments: the same arguments in the same order give the same UUID. Null if one has no value.',
      overloads: [variadic(parameter('part', any), text, toStableId)],
      examples: [
        example("stableId('hr', 4711)", '7d0dcc44-fd79-59bf-8fea-ad5fe9f27c22'),
        example("stableId('a', 'b') == stableId('ab')", false),
        example("stableId('hr', missing)", null),
      ],
    },
  ],
};
