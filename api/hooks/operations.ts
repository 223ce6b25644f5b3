import type { JsonObject } from '../../core/json.ts';

/** What vendors send and are answered, by who does so. */
interface Examples {
  readonly [vendor: string]: { readonly value: JsonObject | string };
}

/** Requests of one method, for the document. */
interface HookOperation {
  readonly method: 'get' | 'post';
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Absent where no body is taken. */
  readonly deliveries?: Examples;
  /** Answers to handshakes, and of 200 to vendors that know no other success, by their media type. */
  readonly answers: { readonly 'application/json': Examples; readonly 'text/plain'?: Examples };
}

const eventId = 'evt_01kanm3t1fe7krd5v2mgxzs2v8';

/** @see https://developer.okta.com/docs/concepts/event-hooks/#sample-event-delivery-payload (read 2026-11-22) */
const oktaDelivery = {
  eventType: 'com.okta.event_hook',
  eventTypeVersion: '1.0',
  cloudEventsVersion: '0.1',
  contentType: 'application/json',
  eventId: '5f0c7f0e-2f0b-4a53-9a3c-0d5e3b1d9c11',
  eventTime: '2026-11-21T11:35:00.000Z',
  data: {
    events: [
      {
        uuid: '2f4a6e1c-9c1f-4f0e-8a53-1d7b8f2c3e40',
        published: '2026-11-21T11:34:58.000Z',
        eventType: 'user.lifecycle.create',
        target: [{ id: '00u1example', type: 'User' }],
      },
    ],
  },
};

/** The two methods that vendors use. Any other one is answered, too: not allowed. */
export const hookOperations: readonly HookOperation[] = [
  {
    method: 'post',
    operationId: 'receiveHookDelivery',
    summary: 'Take events of a vendor',
    description:
      "What the vendor of an integration's source sends by itself, checked by the vendor's own signature instead of a credential. Events are accepted once they are stored, with the order for the run that reads what they tell of; one that comes again is answered as before. Handshakes are answered as the vendor asks.",
    deliveries: { okta: { value: oktaDelivery } },
    answers: {
      'application/json': {
        okta: { value: { status: 'success', data: { event_id: eventId } } },
        azure: { value: { validationResponse: '512d38b6-c7b8-40c8-89fe-f46f9e9622b6' } },
      },
      'text/plain': { entra_id: { value: 'Validation: Testing client application reachability' } },
    },
  },
  {
    method: 'get',
    operationId: 'answerHookHandshake',
    summary: 'Answer a handshake of a vendor',
    description: 'Some vendors try an address by GET before they send events there.',
    answers: { 'application/json': { okta: { value: { verification: 'the challenge of the request' } } } },
  },
];
