import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listConnectors } from '../../connectors/registry.ts';
import { projectRoot } from '../../start/state/settings.ts';
import { judgeSample } from './judge-sample.ts';
import { listFences } from './pages.ts';

describe('test/docs/connector-pages', () => {
  it.each(listConnectors().map(({ id }) => id))(
    'shows on the page of %s an example that can be applied',
    async (id) => {
      const page = await readFile(join(projectRoot, `connectors/${id}/README.md`), 'utf8');
      const examples = listFences(page).filter(({ language }) => language === 'yaml');

      expect(examples).toHaveLength(1);
      expect(await judgeSample(examples[0]?.text ?? '')).toEqual([]);
    },
  );
});
