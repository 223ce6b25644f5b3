/** The Temporal id of a run's workflow: the run's own, with the number of the wake behind it for a run that waited. */
export function toWorkflowId(runId: `run_${string}`, wakes: number): string {
  return wakes === 0 ? runId : `${runId}.${wakes}`;
}
