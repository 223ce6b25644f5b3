/** Something that people are told of an approval: that it is asked, that it is still open, or that others are asked as well. */
export interface ApprovalNotice {
  what: 'requested' | 'reminder' | 'escalated';
  /** How long after the first one, which says that it is asked. */
  afterMs: number;
  /** Of `escalated`: who may decide from then on, besides those who may already. */
  to?: readonly string[];
}
