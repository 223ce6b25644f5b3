export type RunEnd = 'done' | 'canceled' | 'failed' | 'terminated' | 'deleted';
