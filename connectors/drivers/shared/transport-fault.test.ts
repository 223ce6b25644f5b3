import { describe, expect, it } from 'vitest';
import { toTransportFault } from './transport-fault.ts';

function ofCode(code: string): object {
  const { fault, sent } = toTransportFault(Object.assign(new Error('CANARY'), { code }));
  expect(fault.message).not.toContain('CANARY');
  return { kind: fault.kind, sent };
}

describe('connectors/drivers/shared/transport-fault', () => {
  it.each([
    ['ECONNREFUSED', 'transient'],
    ['ENOTFOUND', 'transient'],
    ['CERT_HAS_EXPIRED', 'config'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'config'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'config'],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'config'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'config'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'config'],
  ])('knows that nothing was sent before %s', (code, kind) => {
    expect(ofCode(code)).toEqual({ kind, sent: false });
  });

  it.each([
    'ECONNRESET',
    'EPIPE',
    'UND_ERR_SOCKET',
    'UND_ERR_HEADERS_TIMEOUT',
    'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
    'ERR_SSL_SSL/TLS_ALERT_BAD_RECORD_MAC',
    'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR',
  ])('is in doubt of what was sent before %s', (code) => {
    expect(ofCode(code)).toEqual({ kind: 'transient', sent: true });
  });
});
