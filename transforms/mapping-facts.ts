import { isWithin, parsePath, formatPath, type Path } from '../core/paths.ts';
import type { CompiledRule } from './compile-rule.ts';

/** Where target fields of a mapping come from. Accepts paths in any spelling. */
export interface MappingFacts {
  /** The paths that the rules write, in canonical form and in the order of the rules. */
  readonly targets: readonly string[];
  /**
   * Returns the source path whose value a target field holds unchanged: neither converted, looked up nor defaulted.
   *
   * @returns `undefined` for any other field.
   */
  isIdentityOf(targetPath: string): string | undefined;
  /**
   * Returns the source paths that a target field depends on; none for a constant.
   *
   * @returns `undefined` if it depends on more than the record, or no rule writes the field.
   */
  sourcesOf(targetPath: string): string[] | undefined;
  /** True for a field, in canonical form, that is written only on creation or only on later writes. */
  isPartial(targetPath: string): boolean;
}

export function describeSources(rules: readonly CompiledRule[]): MappingFacts {
  return {
    targets: rules.map(({ to }) => to.text),
    isPartial: (targetPath) => rules.some(({ to, onlyOn }) => onlyOn !== undefined && to.text === targetPath),
    isIdentityOf(targetPath) {
      const target = readPath(targetPath);
      const rule = target && rules.find(({ to }) => isWithin(target, to));
      if (target === undefined || rule?.from === undefined || !isPlainCopy(rule)) return undefined;
      return formatPath([...rule.from.segments, ...target.segments.slice(rule.to.segments.length)]);
    },
    sourcesOf(targetPath) {
      const target = readPath(targetPath);
      if (target === undefined) return undefined;
      const involved = rules.filter(({ to }) => isWithin(target, to) || isWithin(to, target));
      if (involved.length === 0 || involved.some(dependsOnMore)) {
        return undefined;
      }
      return [...new Set(involved.flatMap(({ from, formula }) => formula?.reads ?? from?.text ?? []))];
    },
  };
}

function readPath(text: string): Path | undefined {
  const parsed = parsePath(text);
  return parsed.ok ? parsed.path : undefined;
}

/** The entries of a stored table change independently of the record. */
function dependsOnMore({ formula, tables }: CompiledRule): boolean {
  return formula?.usesClock === true || tables.length > 0;
}

function isPlainCopy({ to, convert, lookup, fallback }: CompiledRule): boolean {
  return to.appends !== true && convert === undefined && lookup === undefined && fallback === undefined;
}
