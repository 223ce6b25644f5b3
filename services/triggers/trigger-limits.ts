/** Limits of triggers, as `GET /limits` tells them. */
export { triggersMax } from '../../engine/definition.ts';
export { intervalMinMs } from '../../engine/schedule/check-schedule.ts';
