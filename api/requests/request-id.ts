import { newId } from '../../core/ids.ts';

const acceptable = /^[\w.-]{1,128}$/;

/** The id that a request is known by: the caller's own where it has a harmless form. */
export function toRequestId(sent: string | undefined): string {
  return sent !== undefined && acceptable.test(sent) ? sent : newId('request');
}
