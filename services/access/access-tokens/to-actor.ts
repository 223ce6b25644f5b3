import { createHash } from 'node:crypto';
import { toId } from '../../../core/ids.ts';

/** Issuers let people choose their `sub`, and some make it long. */
const subjectLengthMax = 200;
/** Control characters, invisible ones that change the direction of text, halves of pairs, line and paragraph ends. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * How the audit log names the subject of an external issuer: `iss_…|sub`.
 *
 * A `sub` that had to be changed for it carries a part of its hash, so that no two subjects share a name.
 */
export function toActor(issuerId: string, subject: string): string {
  const harmless = subject.replaceAll(unprintable, '�');
  const text = Array.from(harmless).slice(0, subjectLengthMax).join('');
  const mark = text === subject ? '' : `~${createHash('sha256').update(subject).digest('hex').slice(0, 16)}`;
  return `${toId('tokenIssuer', issuerId)}|${text}${mark}`;
}
