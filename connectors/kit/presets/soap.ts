import type { z } from 'zod';
import type { errorRuleSchema } from '../http/error-rules.ts';
import type { Format, GivenPages, GivenRequest } from '../http/operations.ts';

type GivenRule = z.input<typeof errorRuleSchema>;

/** The versions' namespaces. @see https://www.w3.org/TR/soap12-part1/#soapenvelope @see https://www.w3.org/TR/2000/NOTE-SOAP-20000508/ */
const envelopes = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const;

/**
 * A SOAP call: a template of the body's content within an envelope.
 *
 * @param action What `SOAPAction` (1.1) or the content's type (1.2) names.
 * @param body XML whose holes are filled escaped. It declares the namespaces that it uses.
 * @param header XML of the envelope's header, likewise.
 */
export function soapRequest(call: {
  path?: string;
  action: string;
  body: string;
  header?: string;
  version?: keyof typeof envelopes;
}): GivenRequest {
  const { path = '', action, body, header, version = '1.1' } = call;
  const head = header === undefined ? '' : `<soap:Header>${header}</soap:Header>`;
  return {
    method: 'POST',
    path,
    headers:
      version === '1.1'
        ? { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${action}"` }
        : { 'content-type': `application/soap+xml; charset=utf-8; action="${action}"` },
    xml: `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="${envelopes[version]}">${head}<soap:Body>${body}</soap:Body></soap:Envelope>`,
  };
}

/** The format of a SOAP answer. @param recordsPath Within the body, without prefixes: `Get_Workers_Response.Response_Data.Worker`. */
export function soapFormat(recordsPath: string, { attributes = false } = {}): Extract<Format, { kind: 'xml' }> {
  return { kind: 'xml', recordsPath: `Envelope.Body.${recordsPath}`, plainNames: true, attributes };
}

/**
 * Pages that a number in the body counts: the request's template has `{$page}` and `{$page_size}`.
 *
 * @param totalPagesPath Within the body, without prefixes.
 */
export function soapPage(given: { totalPagesPath: string; pageSize: number; first?: number }): GivenPages['paginate'] {
  const { totalPagesPath, pageSize, first = 1 } = given;
  return {
    kind: 'page',
    in: 'template',
    parameter: 'page',
    first,
    totalPagesPath: `Envelope.Body.${totalPagesPath}`,
    pageSize,
  };
}

/**
 * What SOAP faults mean, whatever the status they come with.
 *
 * @see https://www.w3.org/TR/2000/NOTE-SOAP-20000508/#_Toc478383510 (1.1) @see https://www.w3.org/TR/soap12-part1/#faultcodes (1.2)
 * @see https://docs.oasis-open.org/wss/v1.1/wss-v1.1-spec-os-SOAPMessageSecurity.pdf section 12 (codes of WS-Security)
 */
export function soapFaults(): GivenRule[] {
  const rules = byCode.flatMap(([kind, holds]) =>
    codePaths.map((path): GivenRule => ({ when: { path, holds: [...holds] }, kind })),
  );
  return [...rules, { when: { path: fault }, kind: 'unknown' }];
}

const fault = 'Envelope.Body.Fault';

/** The narrower code comes first. */
const codePaths = [`${fault}.Code.Subcode.Value`, `${fault}.Code.Value`, `${fault}.faultcode`];

const byCode: readonly (readonly [GivenRule['kind'], readonly string[]])[] = [
  ['auth_invalid', ['FailedAuthentication', 'InvalidSecurity', 'SecurityTokenUnavailable', 'Client.Authentication']],
  ['auth_expired', ['MessageExpired', 'SecurityTokenExpired']],
  ['config', ['VersionMismatch', 'MustUnderstand', 'DataEncodingUnknown']],
  ['transient', ['Server', 'Receiver']],
  ['validation', ['Client', 'Sender', 'validation']],
];
