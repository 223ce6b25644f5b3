import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import { entries, json, listOf, written } from './protocol.ts';
import * as schemas from './schema.ts';

const collector = restApi({
  docs: () => 'https://docs.splunk.com/Documentation/Splunk/latest/Data/FormateventsforHTTPEventCollector',
});

/** Searches of all apps and users are read; those of one app are written. */
const savedSearches = '/servicesNS/nobody/{config.app}/saved/searches';
const schedule = ['description', 'disabled', 'is_scheduled', 'cron_schedule'];
const alert = ['alert_type', 'alert_comparator', 'alert_threshold', 'actions'];
const searchFields = ['search', ...schedule, ...alert, 'dispatch.earliest_time', 'dispatch.latest_time'];
const userFields = ['password', 'realname', 'email', 'roles', 'defaultApp', 'tz'];
const indexFields = ['maxTotalDataSizeMB', 'frozenTimePeriodInSecs'];

export const objects: Readonly<Record<string, HttpObject>> = {
  indexes: listOf(
    {
      title: 'Indexes',
      path: '/services/data/indexes',
      docs: 'RESTintrospect',
      schema: schemas.Index,
      ...entries,
    },
    written({
      path: '/services/data/indexes',
      created: ['datatype', ...indexFields],
      changed: indexFields,
      schema: schemas.NewIndex,
    }),
  ),
  saved_searches: listOf(
    {
      title: 'Saved searches, reports and alerts',
      path: '/servicesNS/-/-/saved/searches',
      docs: 'RESTsearch',
      key: 'id',
      schema: schemas.SavedSearch,
      ...entries,
    },
    written({ path: savedSearches, created: searchFields, changed: searchFields, schema: schemas.NewSavedSearch }),
  ),
  fired_alerts: listOf({
    title: 'Fired alerts, by their search',
    path: '/services/alerts/fired_alerts',
    docs: 'RESTsearch',
    schema: schemas.FiredAlert,
    ...entries,
  }),
  search_jobs: listOf(
    {
      title: 'Search jobs',
      path: '/services/search/jobs',
      docs: 'RESTsearch',
      key: 'sid',
      schema: schemas.SearchJob,
      query: json,
    },
    {
      delete: idempotent(
        { method: 'DELETE', path: '/services/search/jobs/{sid}', query: json },
        { effect: 'destructive' },
      ),
    },
  ),
  users: listOf(
    {
      title: 'Users',
      path: '/services/authentication/users',
      docs: 'RESTaccess',
      schema: schemas.User,
      ...entries,
    },
    written({
      path: '/services/authentication/users',
      created: userFields,
      changed: userFields,
      schema: schemas.NewUser,
    }),
  ),
  roles: listOf({
    title: 'Roles',
    path: '/services/authorization/roles',
    docs: 'RESTaccess',
    schema: schemas.Role,
    ...entries,
  }),
  apps: listOf({
    title: 'Apps',
    path: '/services/apps/local',
    docs: 'RESTapps',
    schema: schemas.App,
    ...entries,
  }),
  // With an event collector token only. An event that is sent twice is indexed twice.
  events: collector.objectOf(
    { title: 'Events, for the HTTP Event Collector', key: [], schema: schemas.Event },
    { create: nonIdempotent('POST /services/collector/event', { schema: schemas.Event }) },
  ),
};
