const entriesMax = 100;

/**
 * Remembers what a function gave for an argument, by the argument's JSON text.
 *
 * For pure work that a session repeats for every run: making an object of its name and options, say.
 *
 * @param maxAgeMs How long an answer is given again. Default: for ever.
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
