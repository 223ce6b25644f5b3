import { describe, expect, it } from 'vitest';
import { beginChangedFiles, ChangedFiles, isBeforeFiles, knownFilesMax } from './changed-files.ts';

const file = (name: string, version: string | undefined = 'v1', changedAtMs = 5) => ({ name, version, changedAtMs });

describe('connectors/drivers/shared/files/changed-files', () => {
  it('leaves out what an earlier read has noted, by name and version, also in another process', () => {
    const first = new ChangedFiles(null);
    first.note(file('a'));
    const second = new ChangedFiles(JSON.parse(JSON.stringify(first.members)));
    second.note(file('b'));
    const next = new ChangedFiles(beginChangedFiles({ watermark: second.watermark ?? null }) ?? null);

    expect([file('a'), file('b'), file('c'), file('a', 'v2')].map((one) => next.isUnchanged(one))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('notes nothing of a file whose version cannot be told', () => {
    const read = new ChangedFiles(null);
    const unknown = { name: 'a', version: undefined, changedAtMs: undefined };
    read.note(unknown);

    expect(read.watermark).toEqual({ files: '' });
    expect(new ChangedFiles({ known: '' }).isUnchanged(unknown)).toBe(false);
  });

  it('gives no watermark of too many files, also when it goes on elsewhere', () => {
    const read = new ChangedFiles(null);
    for (let n = 0; n <= knownFilesMax; n += 1) read.note(file(String(n)));
    const later = new ChangedFiles(read.members);
    later.note(file('x'));

    expect([read.watermark, later.watermark]).toEqual([undefined, undefined]);
  });

  it('leaves out what changed before an instant, whatever was noted', () => {
    const read = new ChangedFiles(beginChangedFiles({ since: '2026-01-01T00:00:00Z' }) ?? null);
    const at = Date.parse('2026-01-01T00:00:00Z');

    expect([file('a', 'v', at - 1), file('b', 'v', at)].map((one) => read.isUnchanged(one))).toEqual([true, false]);
    expect(read.isUnchanged({ name: 'c', version: 'v', changedAtMs: undefined })).toBe(false);
  });

  it('tells a cursor before the first file from one behind', () => {
    expect([null, { known: 'x' }, { since: 1 }, { name: 'a', at: null, seen: '' }].map(isBeforeFiles)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
