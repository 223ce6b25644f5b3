import type { IconName } from './icon.tsx';

const icons: Readonly<Record<string, IconName>> = {
  action: 'target',
  find: 'enrich',
  transform: 'mapping',
  condition: 'filter',
  stop: 'stop',
  wait: 'schedules',
  for_each: 'retry',
  scope: 'limits',
  batch: 'mapping',
  parallel: 'integrations',
  call: 'link',
  sync: 'runs',
  respond: 'webhooks',
};

/** Kinds of step that came later have one icon together. */
export function kindIcon(kind: string): IconName {
  return icons[kind] ?? 'right';
}
