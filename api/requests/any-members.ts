import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';

/** Members to change, whatever they are: the resource that results from them is checked as a whole. */
export const anyMembers = z.record(z.string(), freeJson).meta({ id: 'MemberChanges' });
