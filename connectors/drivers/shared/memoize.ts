const entriesMax = 100;

/**
 * Caches the results of a function, by the JSON text of its argument.
 *
 * For pure work that a session repeats for every run, such as resolving an object from its name and options.
 *
 * @param maxAgeMs How long a result is cached. Default: no limit.
 */
export function memoize<Argument, Result>(
  make: (argument: Argument) => Result,
  { maxAgeMs = Number.POSITIVE_INFINITY, now = () => 0 }: { maxAgeMs?: number; now?: () => number } = {},
): (argument: Argument) => Result {
  const known = new Map<string, { result: Result; at: number }>();
  return (argument) => {
    const key = JSON.stringify(argument);
    const entry = known.get(key);
    if (entry !== undefined && now() - entry.at < maxAgeMs) return entry.result;
    const result = make(argument);
    known.delete(key);
    known.set(key, { result, at: now() });
    const [oldest] = known.keys();
    if (known.size > entriesMax && oldest !== undefined) known.delete(oldest);
    return result;
  };
}
