/** Requests that servers and proxies are known to read differently, and what ours must answer: one refusal, then the end. */
export interface AmbiguousRequest {
  text: string;
  status: number;
  code: string;
}

const smuggled = 'GET /v1/connections HTTP/1.1\r\nHost: x\r\n\r\n';
const post = 'POST /v1/accounts HTTP/1.1\r\nHost: x\r\n';
const malformed = { status: 400, code: 'invalid_request' } as const;

/** @see https://www.rfc-editor.org/rfc/rfc9112#section-6.3 and #section-11.2 */
export const ambiguousRequests: Readonly<Record<string, AmbiguousRequest>> = {
  'a length beside chunks': {
    text: `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ...malformed,
  },
  'chunks beside a length': {
    text: `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`,
    ...malformed,
  },
  'two lengths': {
    text: `${post}Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    ...malformed,
  },
  'two equal lengths': { text: `${post}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}${smuggled}`, ...malformed },
  'lengths in a list': { text: `${post}Content-Length: 0, 41\r\n\r\n${smuggled}`, ...malformed },
  'a signed length': { text: `${post}Content-Length: +2\r\n\r\n{}${smuggled}`, ...malformed },
  'a negative length': { text: `${post}Content-Length: -2\r\n\r\n{}${smuggled}`, ...malformed },
  'a hexadecimal length': { text: `${post}Content-Length: 0x2\r\n\r\n{}${smuggled}`, ...malformed },
  'a length beyond all numbers': {
    text: `${post}Content-Length: 99999999999999999999999\r\n\r\n${smuggled}`,
    ...malformed,
  },
  'a coding that is not last': {
    text: `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
    ...malformed,
  },
  'an unknown coding': { text: `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`, ...malformed },
  'a space before the colon': { text: `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`, ...malformed },
  'a folded header': { text: `${post}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${smuggled}`, ...malformed },
  'a vertical tab': { text: `${post}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n${smuggled}`, ...malformed },
  'a line that ends in a line feed': {
    text: `POST /v1/accounts HTTP/1.1\nHost: x\nContent-Length: 0\n\n${smuggled}`,
    ...malformed,
  },
  'a carriage return in a value': { text: `${post}X: a\rb\r\n\r\n${smuggled}`, ...malformed },
  'a NUL in a value': { text: `${post}X: a\0b\r\n\r\n${smuggled}`, ...malformed },
  'a chunk size that is none': {
    text: `${post}Transfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n${smuggled}`,
    ...malformed,
  },
  'a chunk size of many digits': {
    text: `${post}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffffffff\r\n\r\n`,
    ...malformed,
  },
  'the preface of HTTP/2': { text: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', ...malformed },
  TLS: { text: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', ...malformed },
  'HTTP/0.9': { text: 'GET /v1/accounts\r\n\r\n', ...malformed },
  'two Hosts': { text: `GET /v1/accounts HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n`, ...malformed },
  CONNECT: {
    text: 'CONNECT internal:22 HTTP/1.1\r\nHost: internal:22\r\n\r\n',
    status: 405,
    code: 'method_not_allowed',
  },
  'many small headers': {
    text: `GET / HTTP/1.1\r\nHost: x\r\n${'a:\r\n'.repeat(10_000)}\r\n`,
    status: 431,
    code: 'headers_too_large',
  },
  'a huge header': {
    text: `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(1_000_000)}\r\n\r\n`,
    status: 431,
    code: 'headers_too_large',
  },
  'a huge name': {
    text: `GET / HTTP/1.1\r\nHost: x\r\n${'a'.repeat(1_000_000)}: a\r\n\r\n`,
    status: 431,
    code: 'headers_too_large',
  },
  'a huge address': {
    text: `GET /${'a'.repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    status: 414,
    code: 'uri_too_long',
  },
  'huge trailers': {
    text: `${post}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
    status: 431,
    code: 'headers_too_large',
  },
  'the absolute form': {
    text: 'GET http://internal/v1/accounts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    status: 401,
    code: 'unauthorized',
  },
  'HTTP/1.0': { text: 'GET /v1/accounts HTTP/1.0\r\nHost: x\r\n\r\n', status: 401, code: 'unauthorized' },
  'an upgrade': {
    text: 'GET /v1/accounts HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
    status: 401,
    code: 'unauthorized',
  },
};
