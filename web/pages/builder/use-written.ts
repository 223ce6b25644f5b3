import { useState } from 'react';
import { isSame, type JsonValue } from '../../model/json.ts';

/**
 * The text of a control whose value is read from it. What is written stays as it is while it means the value: `2.` is 2, and
 * without it nobody comes to 2.5.
 *
 * @param stored How the value is written where nobody has written it.
 */
export function useWritten(
  value: JsonValue | undefined,
  stored: string,
  read: (text: string) => JsonValue | undefined,
): [text: string, setWritten: (text: string) => void] {
  const [written, setWritten] = useState<string>();
  return [written !== undefined && isSame(read(written), value) ? written : stored, setWritten];
}
