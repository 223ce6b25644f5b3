import { describe, expect, it } from 'vitest';
import { beginWork, follow, goOn, rebase, stepBack, stepForward, takeSaved } from './work.ts';

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

  it('follows the newest definition while nothing is changed, and keeps it when steps are gone back and forth', () => {
    const theirs = { definition: { ...stored, triggers: ['daily'] }, etag: '"2"' };
    const undone = stepBack(goOn(begun, { ...stored, name: 'Mine' }));
    const followed = follow(undone, theirs);

    expect(followed).toMatchObject({ definition: theirs.definition, base: theirs.definition, etag: '"2"' });
    expect(stepForward(followed).definition).toEqual({ name: 'Mine', triggers: ['daily'] });
  });

  it('does not follow while something is changed, nor back to what is known to be older', () => {
    const changed = goOn(begun, { ...stored, name: 'Mine' });
    const saved = takeSaved(changed, changed.definition, { definition: changed.definition, etag: '"3"' }, '"2"');
    const taken = rebase(changed, { definition: { name: 'Theirs' }, etag: '"3"' }, { name: 'Theirs' }, '"2"');

    expect(follow(changed, { definition: { name: 'Theirs' }, etag: '"3"' })).toBe(changed);
    for (const work of [saved, taken])
      for (const etag of ['"1"', '"2"', '"3"', '']) expect(follow(work, { definition: stored, etag })).toBe(work);
  });
});
