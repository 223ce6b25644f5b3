import { describe, expect, it } from 'vitest';
import { beginWork, goOn, takeSaved } from './work.ts';

const stored = { name: 'Joiners', triggers: ['manual'] };
const begun = beginWork(stored, stored, '"1"');

describe('web/pages/builder/model/work', () => {
  it('keeps what was changed while a save was under way, as not saved', () => {
    const sent = goOn(begun, { ...stored, name: 'Leavers' });
    const typed = goOn(sent, { ...stored, name: 'Leavers of today' });
    const saved = { definition: { ...stored, name: 'Leavers', tags: [] }, etag: '"2"' };
    const after = takeSaved(typed, sent.definition, saved, '"1"');

    expect(after).toMatchObject({ base: saved.definition, etag: '"2"' });
    expect(after.definition).toEqual({ ...saved.definition, name: 'Leavers of today' });
    expect(takeSaved(sent, sent.definition, saved, '"1"').definition).toEqual(saved.definition);
  });
});
