import { type Finding, ok, problem } from './finding.ts';

/** As `start/setup.sh` demands: the first with everything that runs our TypeScript. */
const nodeMinimum = [22, 19] as const;

/** @param version `24.21.0` */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > nodeMinimum[0] || (major === nodeMinimum[0] && minor >= nodeMinimum[1]);
  if (isEnough) return ok('node', `Node ${version}.`);
  return problem(
    'node',
    `Node ${version} is too old: ${nodeMinimum.join('.')} or later is needed.`,
    'Install Node 24, or run `sh start/setup.sh`, which brings it.',
  );
}
