/**
 * The dynamic configuration of every Temporal server we run: the dev server of `npm start` and of the tests, and, as
 * `deploy/temporal/dynamicconfig.yaml`, the production-like one. A test keeps the two equal.
 */
export const dynamicConfig = {
  // A shard's queues are polled 20 times a second by default, which costs a quiet server 50 ms per hop.
  'history.transferProcessorMaxPollRPS': 5000,
  'history.timerProcessorMaxPollRPS': 5000,
  'history.visibilityProcessorMaxPollRPS': 1000,
  // One organization's burst must not delay the others' runs.
  'matching.enableFairness': true,
  'worker.schedulerNamespaceStartWorkflowRPS': 200,
  'frontend.namespaceRPS.visibility': 100,
  'limit.maxIDLength': 255,
  'activity.enableStandalone': true,
} as const;

/**
 * For single-user servers: search attributes are usable as soon as they exist, not minutes later. Queue workers match
 * what one SQLite file can keep busy; archival and replication are not used. The defaults (2,200 more) take 7 MB at rest. The
 * server's own work is polled for by two calls a queue, not by up to eight, each of which it keeps open: 4 MB.
 *
 * @see https://github.com/temporalio/temporal/blob/main/common/dynamicconfig/constants.go
 */
export const dynamicConfigDev = {
  'system.forceSearchAttributesCacheRefreshOnRead': true,
  'history.transferProcessorSchedulerWorkerCount': 32,
  'history.timerProcessorSchedulerWorkerCount': 32,
  'history.visibilityProcessorSchedulerWorkerCount': 32,
  'history.memoryTimerProcessorSchedulerWorkerCount': 8,
  'history.archivalProcessorSchedulerWorkerCount': 4,
  'history.ReplicationProcessorSchedulerWorkerCount': 4,
  'history.ReplicationLowPriorityProcessorSchedulerWorkerCount': 4,
  'worker.ScannerMaxConcurrentWorkflowTaskPollers': 2,
  'worker.ScannerMaxConcurrentActivityTaskPollers': 2,
  'worker.ParentCloseMaxConcurrentWorkflowTaskPollers': 2,
  'worker.ParentCloseMaxConcurrentActivityTaskPollers': 2,
} as const;

/**
 * For databases that have had it from the beginning: each queue is one queue, not four parts of one that are to be spread over
 * servers. 8 MB less at rest.
 */
export const dynamicConfigUnparted = {
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
} as const;

/** What runs can be searched by in the Temporal UI. */
export const searchAttributes = {
  HubOrg: 'Keyword',
  HubIntegration: 'Keyword',
  HubConnectors: 'KeywordList',
  HubTrigger: 'Keyword',
  HubIntegrationName: 'Keyword',
  HubOutcome: 'Keyword',
} as const;
