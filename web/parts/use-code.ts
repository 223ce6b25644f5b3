import { useEffect, useState } from 'react';
import type * as codeModule from '../model/code/code.ts';

type Code = typeof codeModule;

/** What reads and writes YAML: loaded where it is used, and not before. @returns nothing until it is there. */
export function useCode(): Code | undefined {
  const [code, setCode] = useState<Code>();
  useEffect(() => {
    let isShown = true;
    void import('../model/code/code.ts').then((loaded) => isShown && setCode(loaded));
    return () => {
      isShown = false;
    };
  }, []);
  return code;
}
