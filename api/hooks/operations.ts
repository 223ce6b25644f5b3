/** Requests of vendors, for the document: the two methods that they use. Any other one is answered, too: not allowed. */
export const hookOperations = [
  {
    method: 'post',
    operationId: 'receiveHookDelivery',
    summary: 'Take events of a vendor',
    description:
      "What the vendor of an integration's source sends by itself, checked by the vendor's own signature instead of a credential. Events are accepted once they are stored, with the order for the run that reads what they tell of; one that comes again is answered as before. Handshakes are answered as the vendor asks.",
    takesBody: true,
  },
  {
    method: 'get',
    operationId: 'answerHookHandshake',
    summary: 'Answer a handshake of a vendor',
    description: 'Some vendors try an address by GET before they send events there.',
    takesBody: false,
  },
] as const;
