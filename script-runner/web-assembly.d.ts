/** What is used here of the WebAssembly interface; TypeScript has it in its library for browsers only. */
declare namespace WebAssembly {
  class Module {
    private readonly compiled: true;
  }

  class Memory {
    constructor(pages: { initial: number; maximum: number });
    readonly buffer: ArrayBuffer;
  }

  function compile(bytes: Uint8Array): Promise<Module>;
}
