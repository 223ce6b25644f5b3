import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { guestSource, scriptFile } from './guest.data.ts';
import { heapBytesMax, memoryPages, stackBytesMax } from './limits.ts';
import type { BreakReason, Job, JobResult } from './protocol.ts';

/** How a job ended, with the list of results of a batch. */
export interface Ended {
  result: JobResult;
  text: string;
}

/**
 * Runs jobs one after the other, each in a QuickJS runtime of its own.
 *
 * The WebAssembly instance around it is new as well when the owner is another one, when its memory has grown, and after
 * a batch that broke: nothing of one organization is in the memory in which another one's script runs.
 */
export class Sandbox {
  readonly #wasm: WebAssembly.Module;
  #instance: Instance | undefined;

  constructor(wasm: WebAssembly.Module) {
    this.#wasm = wasm;
  }

  async run(job: Job, entries: string): Promise<Ended> {
    const instance = await this.#takeInstance(job.owner);
    this.#instance = undefined;
    let ended: Ended;
    try {
      ended = runJob(instance.quickjs, job, entries);
    } catch (error) {
      return { result: { status: 'broken', reason: toBreakReason(error) }, text: '' };
    }
    const grown = instance.memory.buffer.byteLength > memoryPages.initial * pageBytes;
    if (ended.result.status !== 'broken' && !grown) this.#instance = instance;
    return ended;
  }

  async #takeInstance(owner: string): Promise<Instance> {
    if (this.#instance?.owner === owner) return this.#instance;
    const memory = new WebAssembly.Memory(memoryPages);
    const own = newVariant(variant, { wasmModule: this.#wasm, wasmMemory: memory });
    return { owner, memory, quickjs: await newQuickJSWASMModuleFromVariant(own) };
  }
}

interface Instance {
  owner: string;
  memory: WebAssembly.Memory;
  quickjs: QuickJSWASMModule;
}

const pageBytes = 65_536;

/** @throws {Error} what ends the WebAssembly instance: a stack overflow of the host, a failed assertion of QuickJS. */
function runJob(quickjs: QuickJSWASMModule, job: Job, entries: string): Ended {
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(heapBytesMax);
  runtime.setMaxStackSize(stackBytesMax);
  const begun = cpuMs();
  let late = false;
  runtime.setInterruptHandler(() => (late ||= cpuMs() - begun > job.softLimitMs));
  const guest = new Guest(runtime.newContext());
  try {
    const ended = evaluate(guest, job, entries, () => late);
    guest.dispose();
    runtime.dispose();
    return ended;
  } catch (error) {
    // A runtime that is out of time or memory may hold what it cannot free; its instance is dropped with it.
    if (error instanceof Thrown) return toBroken(late ? 'time' : 'memory');
    throw error;
  }
}

/** @throws {Thrown} when the runtime is out of time or memory. */
function evaluate(guest: Guest, job: Job, entries: string, isLate: () => boolean): Ended {
  const { context } = guest;
  const helpers = guest.call(
    guest.unwrap(context.evalCode(guestSource, 'guest.js')),
    context.newNumber(job.nowMs),
    context.newString(job.seed),
  );
  const loaded = context.evalCode(job.source, scriptFile, { type: 'module' });
  if (loaded.error !== undefined) {
    if (isLate()) throw new Thrown();
    const fault = guest.callMember(helpers, 'describe', loaded.error);
    return toUnfit(context.getString(fault));
  }
  const script = guest.member(guest.keep(loaded.value), 'default');
  if (context.typeof(script) !== 'function') return toUnfit(noFunction);
  if (job.kind === 'check') return { result: { status: 'done', console: '[]' }, text: '' };
  const text = context.getString(guest.callMember(helpers, 'run', script, context.newString(entries)));
  const lines = context.getString(guest.callMember(helpers, 'lines'));
  return { result: { status: 'done', console: lines }, text };
}

/** A context, and the handles into it that are to be given back. */
class Guest {
  readonly context: QuickJSContext;
  readonly #handles: QuickJSHandle[] = [];

  constructor(context: QuickJSContext) {
    this.context = context;
  }

  keep(handle: QuickJSHandle): QuickJSHandle {
    this.#handles.push(handle);
    return handle;
  }

  /** @throws {Thrown} */
  unwrap(result: ReturnType<QuickJSContext['callFunction']>): QuickJSHandle {
    if (result.error === undefined) return this.keep(result.value);
    result.error.dispose();
    throw new Thrown();
  }

  member(owner: QuickJSHandle, name: string): QuickJSHandle {
    return this.keep(this.context.getProp(owner, name));
  }

  /** @throws {Thrown} */
  call(callee: QuickJSHandle, ...given: QuickJSHandle[]): QuickJSHandle {
    for (const handle of given) this.keep(handle);
    return this.unwrap(this.context.callFunction(callee, this.context.undefined, ...given));
  }

  /** @throws {Thrown} */
  callMember(owner: QuickJSHandle, name: string, ...given: QuickJSHandle[]): QuickJSHandle {
    return this.call(this.member(owner, name), ...given);
  }

  dispose(): void {
    for (const handle of this.#handles.toReversed()) if (handle.alive) handle.dispose();
    this.context.dispose();
  }
}

/** Our own part inside QuickJS threw: only a lack of time or memory makes it do so. */
class Thrown extends Error {}

function toBroken(reason: BreakReason): Ended {
  return { result: { status: 'broken', reason }, text: '' };
}

function toBreakReason(error: unknown): BreakReason {
  return error instanceof RangeError ? 'stack' : 'crash';
}

function toUnfit(fault: string): Ended {
  return { result: { status: 'unfit', fault }, text: '' };
}

/** As the guest describes what was thrown. */
const noFunction = JSON.stringify([
  '',
  'The script has no default export that is a function, or awaits something outside of it.',
  '',
]);

/** CPU time of this thread: on a busy machine a script is not blamed for waiting. Node has it from 23.9 on. */
function cpuMs(): number {
  if (typeof process.threadCpuUsage !== 'function') return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
