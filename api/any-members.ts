import { z } from 'zod';

/** Members to change, whatever they are: the resource that results from them is checked as a whole. */
export const anyMembers = z.record(z.string(), z.json()).meta({ id: 'MemberChanges' });
