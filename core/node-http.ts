/**
 * `node:http` without the side effect of its `import`: that reads every export, among them `WebSocket`, which loads all of
 * Node's built-in `fetch`. Saves 4 MB in a process that does not use it.
 *
 * @see https://nodejs.org/docs/latest-v24.x/api/process.html#processgetbuiltinmoduleid
 */
export const nodeHttp = process.getBuiltinModule('node:http');
