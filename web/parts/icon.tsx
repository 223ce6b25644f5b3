import type { ReactNode } from 'react';

/** Drawn for this dashboard on a grid of 24. */
const shapes = {
  overview: 'M4 13h6V4H4zM14 20h6V4h-6zM4 20h6v-3H4z',
  integrations: 'M5 7h5a3 3 0 0 1 3 3v4a3 3 0 0 0 3 3h3M16 14l3 3-3 3M5 4.5v5',
  runs: 'M12 21a9 9 0 1 0-9-9M3 5v7h7M12 8v4l3 2',
  connections: 'M9 8V3M15 8V3M6.5 8h11v4a5.5 5.5 0 0 1-11 0zM12 17.5V21',
  connectors: 'M4 8h4a2 2 0 1 1 4 0h4v4a2 2 0 1 1 0 4v4H4z',
  schedules: 'M4 6.5h16V20H4zM4 11h16M8.5 3.5v5M15.5 3.5v5',
  calendars: 'M4 6.5h16V20H4zM4 11h16M8.5 3.5v5M15.5 3.5v5M8.5 15.5l2.5 2.3 4.5-4.3',
  webhooks: 'M4 12h12M12 7l5 5-5 5M20 5v14',
  audit: 'M12 3l7.5 3v5.5c0 4.6-3.2 7.7-7.5 9.5-4.3-1.8-7.5-4.9-7.5-9.5V6zM9 12l2.2 2.2L15.4 10',
  keys: 'M14.5 9.5a4.5 4.5 0 1 0-4.2 4.5L12 15.7h2.4V18h2.3v2.5H20V17l-5.8-5.8c.2-.5.3-1.1.3-1.7zM8.8 8.6h.01',
  members:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.9a3.5 3.5 0 0 1 0 6.2M18 14a6.5 6.5 0 0 1 3.5 6',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  device: 'M4 5h16v10.5H4zM2.5 19h19',
  programs: 'M4 5h16v14H4zM7.5 10l2.5 2.5L7.5 15M12.5 15h4',
  settings: 'M4 7h9M17 7h3M15 4.5v5M4 17h3M11 17h9M9 14.5v5M4 12h16',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  limits: 'M4 17a8 8 0 1 1 16 0M12 17l4-5.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.4 15.4 20 20',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  system: 'M3.5 5h17v11h-17zM9 20h6M12 16v4',
  play: 'M7 5l12 7-12 7z',
  stop: 'M6.5 6.5h11v11h-11z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  retry: 'M20 12a8 8 0 1 1-2.6-5.9M20 3.5V8h-4.5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M7 7l10 10M17 7 7 17',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.3h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.7h.01',
  more: 'M5 12a.6.6 0 1 0 1.2 0A.6.6 0 1 0 5 12zM11.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0zM17.8 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0z',
  down: 'M6.5 9.5 12 15l5.5-5.5',
  right: 'M9.5 6.5 15 12l-5.5 5.5',
  left: 'M14.5 6.5 9 12l5.5 5.5',
  up: 'M6.5 14.5 12 9l5.5 5.5',
  undo: 'M9 5.5 4.5 10 9 14.5M4.5 10H14a5.5 5.5 0 0 1 0 11h-3',
  redo: 'M15 5.5l4.5 4.5-4.5 4.5M19.5 10H10a5.5 5.5 0 0 0 0 11h3',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  plus: 'M12 5v14M5 12h14',
  edit: 'M4 20h4L19.5 8.5l-4-4L4 16zM13 7l4 4',
  accounts: 'M4 20V8l8-4 8 4v12M4 20h16M9 20v-5h6v5M9 10.5h.01M15 10.5h.01',
  tables: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  export: 'M12 4v11M7.5 10.5 12 15l4.5-4.5M5 19.5h14',
  source:
    'M12 4c4.4 0 8 1.3 8 3s-3.6 3-8 3-8-1.3-8-3 3.6-3 8-3zM4 7v10c0 1.7 3.6 3 8 3s8-1.3 8-3V7M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  filter: 'M4 5h16l-6.2 7.5V19l-3.6-2v-4.5z',
  enrich: 'M12 4v16M4 12h16M6.5 6.5l11 11M17.5 6.5l-11 11',
  script: 'M9 8l-4 4 4 4M15 8l4 4-4 4',
  flatten: 'M9.5 4.5h5v5h-5zM4 15h5v5H4zM15 15h5v5h-5zM12 9.5V12M6.5 15v-3h11v3',
  aggregate: 'M5 5h5v5H5zM14 5h5v5h-5zM9.5 14.5h5v5h-5zM7.5 10v2h9v-2M12 12v2.5',
  mapping: 'M4 7h5l6 10h5M4 17h5l1.8-3M13.2 10 15 7h5M17.5 4.5 20 7l-2.5 2.5M17.5 14.5 20 17l-2.5 2.5',
  target: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 12h.01',
  leave: 'M10 4H5v16h5M15 8l4 4-4 4M9 12h10',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.8M12 16.8h.01',
  book: 'M5 4.5h10.5A3.5 3.5 0 0 1 19 8v11.5H8.5A3.5 3.5 0 0 1 5 16zM5 16a3 3 0 0 1 3-3h11',
} as const;

export type IconName = keyof typeof shapes;

/** Says nothing by itself: words stand beside it, or the control has a label. */
export function Icon({ name }: { name: IconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
