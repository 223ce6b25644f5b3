import { z } from 'zod';
import { calendarInput, calendarRecord } from '../../services/calendars/calendar.ts';
import { createCalendar } from '../../services/calendars/create-calendar.ts';
import { deleteCalendar } from '../../services/calendars/delete-calendar.ts';
import {
  calendarChanges,
  getCalendarChanges,
  getCalendarChangesInput,
} from '../../services/calendars/get-calendar-changes.ts';
import { getCalendar } from '../../services/calendars/get-calendar.ts';
import {
  calendarUseRecord,
  listCalendarUses,
  listCalendarUsesInput,
} from '../../services/calendars/list-calendar-uses.ts';
import { listCalendars, listCalendarsInput } from '../../services/calendars/list-calendars.ts';
import { calendarChange, updateCalendar } from '../../services/calendars/update-calendar.ts';
import { anyMembers } from '../requests/any-members.ts';
import { integrationBytesMax } from '../requests/read-json.ts';
import { defineRoute } from '../route.ts';
import { deletedRecord, toList } from '../answers/to-list.ts';

const tag = 'Calendars';
const maxBytes = integrationBytesMax;

export const calendarRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/calendars',
      operationId: 'listCalendars',
      tag,
      summary: 'List calendars',
      scope: 'integrations:read',
      query: listCalendarsInput,
      status: 200,
      data: z.array(calendarRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listCalendars({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/calendars',
      operationId: 'createCalendar',
      tag,
      summary: 'Create a calendar',
      description:
        "A definition names it as `only_in` or `not_in`, and conditions of flows ask for it: `window('Office hours')`.",
      scope: 'integrations:write',
      reach: 'organization',
      body: { shape: calendarInput, maxBytes },
      status: 201,
      data: calendarRecord,
      located: true,
      namedIn: 'calendars',
    },
    async ({ ctx, body, base }) => {
      const created = await createCalendar({ ctx, input: body });
      return { ...created, headers: { location: `${base}/calendars/${created.data.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/calendars/{id}',
      operationId: 'getCalendar',
      tag,
      summary: 'Get a calendar',
      scope: 'integrations:read',
      status: 200,
      data: calendarRecord,
      versioned: true,
    },
    ({ ctx, id }) => getCalendar({ ctx, input: { id } }),
  ),
  defineRoute(
    {
      method: 'put',
      path: '/calendars/{id}',
      operationId: 'replaceCalendarMembers',
      tag,
      summary: 'Update a calendar',
      description:
        'Members that are left out keep their value; `null` takes one away. Runs that wait for it look at it again.',
      scope: 'integrations:write',
      reach: 'organization',
      body: { shape: anyMembers, documented: calendarChange, maxBytes },
      status: 200,
      data: calendarRecord,
      versioned: true,
    },
    ({ ctx, id, body }) => updateCalendar({ ctx, input: { id, mode: 'replace', change: body } }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/calendars/{id}',
      operationId: 'patchCalendar',
      tag,
      summary: 'Change parts of a calendar',
      description: 'Runs that wait for it look at it again.',
      scope: 'integrations:write',
      reach: 'organization',
      body: { shape: anyMembers, documented: calendarChange, maxBytes },
      status: 200,
      data: calendarRecord,
      versioned: true,
    },
    ({ ctx, id, body }) => updateCalendar({ ctx, input: { id, mode: 'merge', change: body } }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/calendars/{id}',
      operationId: 'deleteCalendar',
      tag,
      summary: 'Delete a calendar',
      scope: 'integrations:write',
      reach: 'organization',
      status: 200,
      data: deletedRecord('calendar'),
      versioned: true,
      errors: ['resource_in_use'],
    },
    async ({ ctx, id }) => {
      await deleteCalendar({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/calendars/{id}/changes',
      operationId: 'getCalendarChanges',
      tag,
      summary: 'Get the changes of a calendar',
      description: 'Whether it is open at an instant, and when it opens and closes next.',
      scope: 'integrations:read',
      query: getCalendarChangesInput,
      status: 200,
      data: calendarChanges,
    },
    async ({ ctx, id, query }) => ({ data: await getCalendarChanges({ ctx, input: { ...query, id } }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/calendars/{id}/uses',
      operationId: 'listCalendarUses',
      tag,
      summary: 'List the integrations that use a calendar',
      description:
        'Those that name it as `only_in` or `not_in` in their newest or their active revision. Conditions that ask for it are not among them.',
      scope: 'integrations:read',
      query: listCalendarUsesInput,
      status: 200,
      data: z.array(calendarUseRecord),
      paginated: true,
    },
    async ({ ctx, id, query }) => toList(await listCalendarUses({ ctx, input: { ...query, id } })),
  ),
];
