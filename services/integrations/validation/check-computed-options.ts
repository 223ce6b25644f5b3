import type { FieldError } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import { placeOptions } from '../../../flow/steps/searches/place-options.ts';
import { describeEnd } from '../../connectors/describe-end.ts';

/** Values that a formula may give. */
const samples: readonly Json[] = ['x', 1, true];

/**
 * Finds options that are computed for each item, and that the object does not have, or never with a text, a number, true or false.
 *
 * @param end.options Those that are the same for all items; nothing is wrong with them.
 */
export function checkComputedOptions(
  connection: Parameters<typeof describeEnd>[0],
  end: { object: string; options: Record<string, Json>; computed: readonly string[] },
): FieldError[] {
  return end.computed.flatMap((path) => {
    const refusals = samples.map((sample) => {
      const options = placeOptions(end.options, { [path]: sample });
      const described = describeEnd(connection, { role: 'source', object: end.object, options });
      return described.ok ? [] : described.problems.filter((problem) => isAbout(problem, path));
    });
    const [first] = refusals;
    // What is wrong with an invented value only is found out when there is a real one.
    const isRefused = refusals.every((problems) => problems.some(({ code }) => shapeCodes.has(code)));
    const refused = isRefused ? first?.find(({ code }) => shapeCodes.has(code)) : undefined;
    return refused === undefined
      ? []
      : [{ path: `options_from.${path}`, code: refused.code, message: refused.message }];
  });
}

const shapeCodes: ReadonlySet<string> = new Set(['unknown_field', 'invalid_type']);

function isAbout({ path }: FieldError, option: string): boolean {
  const own = `options.${option}`;
  return path === own || own.startsWith(`${path}.`) || path.startsWith(`${own}.`);
}
