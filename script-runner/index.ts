/**
 * The sandbox for custom scripts: JavaScript in QuickJS compiled to WebAssembly, in threads that can be killed, in a
 * process of its own without secrets, network and files.
 *
 * The processes that need scripts (worker, API) hold a `ScriptRunner`, which starts and supervises that process; they
 * never evaluate a script themselves. `main.ts`, `threads.ts`, `thread.ts`, `sandbox.ts` and `guest.data.ts` run inside.
 *
 * May be imported where a process is wired together; others know `core/scripts.ts` only. A *batch* is a number of records
 * of one run that cross together, a *job* a batch or the check of a script on its way, a *turn* the right to have a
 * thread.
 *
 * @see docs/adr/0013-scripts-in-a-process-without-secrets.md
 */
export { hasNetworkOfItsOwn, readScriptNetwork } from './network.ts';
export { createScriptRunner, type ScriptRunner } from './script-runner.ts';
