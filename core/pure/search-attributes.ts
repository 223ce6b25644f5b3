/** How a run ended, or `running`: what the Temporal UI lists and finds it by. */
export const outcomeAttribute = 'HubOutcome';
