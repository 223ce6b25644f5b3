import { useEffect, useRef, useState } from 'react';
import { carryOut, type Outcome } from '../../../as-code/carry-out.ts';
import { findRefusals } from '../../../as-code/find-refusals.ts';
import { kinds } from '../../../as-code/kinds.ts';
import { type FileText, type Manifest, readManifests } from '../../../as-code/manifests.ts';
import type { Outside } from '../../../as-code/outside.ts';
import { makePlan, type Plan } from '../../../as-code/plan.ts';
import { type Problem, UnusableFiles } from '../../../as-code/problem.ts';
import { confirmed } from '../../confirmation.ts';
import { hub, queries } from '../../hub.ts';
import { readOutside } from './read-values.ts';

/** What files hold, or what is wrong with them. */
type Read = { manifests: readonly Manifest[] } | { problems: readonly Problem[] };

/** A plan, what the hub will refuse of it, and the values that it was made with. */
export interface Planned {
  plan: Plan;
  refusals: readonly Problem[];
  outside: Outside;
}

export type ApplyState = 'idle' | 'planning' | 'applying' | 'applied';

/** Shown once, as the hub does. */
interface NewSecret {
  resource: string;
  text: string;
}

/** What one has to be asked again for is asked for here as well: steps send without looking. */
const asking: Pick<typeof hub, 'call' | 'request' | 'list'> = {
  ...hub,
  request: (name, input, options) => confirmed(() => hub.request(name, input, options)),
};

/** Files, the plan that was made of them, and what became of it. */
export function useApply() {
  const [files, setFiles] = useState<readonly FileText[]>([]);
  const read = useRead(files);
  const [planned, setPlanned] = useState<Planned>();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [secrets, setSecrets] = useState<readonly NewSecret[]>([]);
  const [state, setState] = useState<ApplyState>('idle');
  const [error, setError] = useState<unknown>();
  const stop = useStop();
  const begin = (next: ApplyState): void => {
    setState(next);
    setError(undefined);
    setOutcomes([]);
    setSecrets([]);
  };
  const change = (next: readonly FileText[]): void => {
    setFiles(next);
    setPlanned(undefined);
    begin('idle');
  };
  const plan = async (form: FormData): Promise<void> => {
    if (read === undefined || !('manifests' in read)) return;
    begin('planning');
    setPlanned(undefined);
    const outside = readOutside(form);
    const [prune, renewCredentials] = [form.has('prune'), form.has('renew')];
    try {
      const options = { outside, wanted: kinds, prune, renewCredentials, signal: stop() };
      const made = await makePlan(hub, read.manifests, options);
      setPlanned({ plan: made, refusals: await findRefusals(hub, made, options), outside });
    } catch (refusal) {
      setError(refusal);
    }
    setState('idle');
  };
  const apply = async ({ plan: made, outside }: Planned): Promise<void> => {
    begin('applying');
    const keepSecret = (resource: string, secret: object): Promise<void> => {
      setSecrets((all) => [...all, { resource, text: JSON.stringify(secret, undefined, 2) }]);
      return Promise.resolve();
    };
    try {
      for await (const outcome of carryOut(made, { hub: asking, outside, signal: stop(), keepSecret })) {
        setOutcomes((all) => [...all, outcome]);
      }
    } catch (refusal) {
      setError(refusal);
    }
    setPlanned({ plan: made, refusals: [], outside: () => undefined });
    setState('applied');
    await queries.invalidateQueries();
  };
  return { files, change, read, plan, planned, apply, outcomes, secrets, state, error };
}

/** What files hold, or what is wrong with them, as soon as they are there. */
function useRead(files: readonly FileText[]): Read | undefined {
  const [read, setRead] = useState<Read>();
  useEffect(() => {
    let isShown = true;
    const set = (next: Read): void => {
      if (isShown) setRead(next);
    };
    readManifests(files).then(
      (manifests) => set({ manifests }),
      (error: unknown) =>
        set({
          problems: error instanceof UnusableFiles ? error.problems : [{ file: 'Files', message: String(error) }],
        }),
    );
    return () => {
      isShown = false;
    };
  }, [files]);
  return files.length === 0 ? undefined : read;
}

/** Gives a signal that ends when the page is left, or the next thing begins. */
function useStop(): () => AbortSignal {
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  return () => {
    current.current?.abort();
    current.current = new AbortController();
    return current.current.signal;
  };
}
