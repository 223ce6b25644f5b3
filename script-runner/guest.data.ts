import { consoleLineMax, consoleLinesMax, recordTextMax } from './limits.ts';

/** Name of the script inside QuickJS, as its stack traces show it. */
export const scriptFile = 'script.js';

/**
 * What stands beside a script inside QuickJS, as source text: evaluated before the script, so that what it takes from the
 * built-ins is what the engine gave. It is no guard: whatever a script does to it stays in the script's own memory.
 *
 * A result in the list that `run` gives is an object (the record), `null` (filtered out), or a list (name, message and
 * stack of what was thrown).
 */
export const guestSource = `((nowMs, seed) => {
  'use strict';
  const { parse, stringify } = JSON;
  const { construct } = Reflect;
  const { isArray } = Array;
  const { isFinite } = Number;
  const { imul } = Math;
  const { defineProperty, keys } = Object;
  const free = (method) => Function.prototype.call.bind(method);
  const join = free(Array.prototype.join);
  const slice = free(String.prototype.slice);
  const includes = free(String.prototype.includes);
  const charCodeAt = free(String.prototype.charCodeAt);
  const [text, Err, RealDate, Pledge] = [String, InternalError, Date, Promise];

  // Time stands still, chance follows from the run and the record, and what shows the collector at work is gone.
  const isoNow = new RealDate(nowMs).toISOString();
  defineProperty(globalThis, 'Date', {
    value: new Proxy(RealDate, {
      apply: () => new RealDate(nowMs).toString(),
      construct: (target, args, self) => construct(target, args.length === 0 ? [nowMs] : args, self),
    }),
    writable: true, configurable: true,
  });
  RealDate.now = () => nowMs;
  RealDate.prototype.constructor = globalThis.Date;
  for (const name of ['SharedArrayBuffer', 'WeakRef', 'FinalizationRegistry']) delete globalThis[name];

  let key = '';
  let drawn;
  // FNV-1a of what is to be random the same way again, then mulberry32.
  const hash = (value) => {
    let state = 0x811c9dc5;
    for (let i = 0; i < value.length; i += 1) state = imul(state ^ charCodeAt(value, i), 0x01000193);
    return state;
  };
  Math.random = () => {
    drawn = ((drawn ?? hash(seed + '|' + key)) + 0x6d2b79f5) | 0;
    let mixed = imul(drawn ^ (drawn >>> 15), drawn | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  const cut = (value, length) => slice(value, 0, length);
  const show = (value) => {
    if (typeof value === 'string') return value;
    try {
      return (typeof value === 'object' && value !== null && stringify(value)) || text(value);
    } catch {
      return '[unprintable]';
    }
  };
  const lines = [];
  const write = (level) => (...values) => {
    if (lines.length >= ${consoleLinesMax}) return;
    let line = '';
    for (let i = 0; i < values.length && line.length < ${consoleLineMax}; i += 1) {
      line += (i === 0 ? '' : ' ') + cut(show(values[i]), ${consoleLineMax});
    }
    lines[lines.length] = { level, text: cut(line, ${consoleLineMax}) };
  };
  globalThis.console = {
    debug: write('debug'), log: write('info'), info: write('info'), warn: write('warn'), error: write('error'),
  };

  const describe = (thrown) => {
    if (thrown instanceof Err && thrown.message === 'out of memory') throw thrown;
    let [name, message, stack] = ['', '', ''];
    try {
      if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
        name = show(thrown.name);
        message = show(thrown.message);
        stack = show(thrown.stack);
      } else {
        message = show(thrown);
      }
    } catch {
      message = message || 'an error that cannot be shown';
    }
    return [cut(name, 100), cut(message, 500), cut(stack, 2000)];
  };
  const refuse = (message) => stringify(['', 'The script ' + message, '']);

  // JSON has no NaN: it would become null without a word.
  const hasOddNumber = (value) => {
    if (typeof value === 'number') return !isFinite(value);
    if (typeof value !== 'object' || value === null) return false;
    const names = keys(value);
    for (let i = 0; i < names.length; i += 1) if (hasOddNumber(value[names[i]])) return true;
    return false;
  };
  const toText = (result) => {
    if (result === null) return 'null';
    if (result === undefined) return refuse('returned nothing: it returns a record, or null to leave the record out.');
    if (result instanceof Pledge) return refuse('returned a promise: scripts are not asynchronous.');
    if (typeof result !== 'object' || isArray(result)) return refuse('returned something that is not one record.');
    const written = stringify(result);
    if (typeof written !== 'string' || written[0] !== '{') return refuse('returned something that is not one record.');
    if (written.length > ${recordTextMax}) return refuse('returned a record that is too large.');
    if (includes(written, 'null') && hasOddNumber(result)) {
      return refuse('returned a number that JSON does not have (NaN or Infinity).');
    }
    return written;
  };
  const runOne = (script, entry) => {
    key = entry[0];
    drawn = undefined;
    try {
      return toText(script(entry[1], { key, now: isoNow }));
    } catch (thrown) {
      return stringify(describe(thrown));
    }
  };
  return {
    run: (script, entriesText) => {
      const entries = parse(entriesText);
      const results = [];
      for (let i = 0; i < entries.length; i += 1) results[i] = runOne(script, entries[i]);
      return '[' + join(results, ',') + ']';
    },
    lines: () => stringify(lines),
    describe: (thrown) => stringify(describe(thrown)),
  };
})`;
