/** How often the process looks at how busy it was. */
const lookEveryMs = 3000;

/** Below this share of one core a process is at rest. */
const restShare = 0.05;

/**
 * Gives memory back when work has ended: a process that was busy and is so no more collects its garbage once, young
 * generation included. V8 does so only where allocation goes on, so an idle process would keep what its busiest moment
 * needed. Does nothing without `--expose-gc`.
 *
 * Call it when the modules are loaded: it also writes down what was compiled, which Node does at exit only, and a process that
 * is killed would leave nothing for the next one.
 *
 * @see https://nodejs.org/docs/latest-v24.x/api/cli.html#--expose-gc
 * @see https://nodejs.org/docs/latest-v24.x/api/module.html#moduleflushcompilecache
 */
export function collectAtRest(): void {
  process.getBuiltinModule('node:module').flushCompileCache();
  const { gc } = globalThis;
  if (gc === undefined) return;
  let used = process.cpuUsage();
  let wasBusy = true;
  setInterval(() => {
    const { user, system } = process.cpuUsage(used);
    const isBusy = user + system > restShare * lookEveryMs * 1000;
    if (wasBusy && !isBusy) gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    wasBusy = isBusy;
    // Behind the collection, which is no work: counted, it would make the process busy, and be followed by another one.
    used = process.cpuUsage();
  }, lookEveryMs).unref();
}
