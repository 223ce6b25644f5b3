/** Time zone of scripts: the only thing that the sandbox is told of the machine. */
export const sandboxEnvironment: Record<string, string> = { TZ: 'UTC' };
