import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../core/clock.ts';
import type { OutgoingRequest } from './authenticator.ts';
import { fillFrom } from './fill.ts';
import { authorizeOauth1 } from './oauth1.ts';
import { signDuoV2, signDuoV5 } from './signers/duo.ts';
import { authorizeEdgeGrid } from './signers/edge-grid.ts';

function toRequest(
  method: OutgoingRequest['method'],
  url: string,
  rest: Partial<OutgoingRequest> = {},
): OutgoingRequest {
  return { method, url: new URL(url), headers: {}, body: undefined, ...rest };
}

/** @see https://github.com/akamai/AkamaiOPEN-edgegrid-python/blob/master/akamai/edgegrid/test/testcases.json (read 2026-11-21) */
describe('connectors/drivers/http/auth/signers', () => {
  const akamai = fillFrom({
    form: {
      client_token: 'akab-client-token-xxx-xxxxxxxxxxxxxxxx',
      access_token: 'akab-access-token-xxx-xxxxxxxxxxxxxxxx',
      client_secret: `${'x'.repeat(43)}=`,
    },
    config: {},
  });
  const luna = 'https://akaa-baseurl-xxxxxxxxxxx-xxxxxxxxxxxxx.luna.akamaiapis.net';

  it.each([
    ['a GET', toRequest('GET', `${luna}/`), 'tL+y4hxyHxgWVD30X3pWnGKHcPzmrIF+LThiAOhMxYU='],
    ['a query', toRequest('GET', `${luna}/testapi/v1/t1?p1=1&p2=2`), 'hKDH1UlnQySSHjvIcZpDMbQHihTQ0XyVAKZaApabdeA='],
    [
      'a body',
      toRequest('POST', `${luna}/testapi/v1/t3`, { body: 'datadatadatadatadatadatadatadata' }),
      'hXm4iCxtpN22m4cbZb4lVLW5rhX8Ca82vCFqXzSTPe4=',
    ],
    [
      'an empty body',
      toRequest('POST', `${luna}/testapi/v1/t6`, { body: '' }),
      '1gEDxeQGD5GovIkJJGcBaKnZ+VaPtrc4qBUHixjsPCQ=',
    ],
    [
      'the body of a PUT, which does not count',
      toRequest('PUT', `${luna}/testapi/v1/t6`, { body: 'PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP' }),
      'GNBWEYSEWOLtu+7dD52da2C39aX/Jchpon3K/AmBqBU=',
    ],
  ])("signs %s as the vendor's own client of EdgeGrid", (_, request, signature) => {
    const authorization = authorizeEdgeGrid(request, akamai, {
      timestamp: '20140321T19:34:21+0000',
      nonce: 'nonce-xx-xxxx-xxxx-xxxx-xxxxxxxxxxxx',
    });

    expect(authorization).toMatch(/^EG1-HMAC-SHA256 client_token=akab-client-token-/);
    expect(authorization.endsWith(`;signature=${signature}`)).toBe(true);
  });

  /** @see https://github.com/duosecurity/duo_client_python/blob/master/tests/test_client.py (read 2026-11-21) */
  const duo = fillFrom({
    form: { integration_key: 'test_ikey', secret_key: 'gtdfxv9YgVBYcF6dl2Eq17KUQJN2PLM2ODVTkvoT' },
    config: {},
  });
  const clock = { ...systemClock, now: () => Date.parse('2012-12-07T17:18:00Z') };

  it("signs parameters as Duo's own client", () => {
    const body = new URLSearchParams({
      '\u469a\u287b\u35d0\u8ef3\u6727\u502a\u0810\ud091\u00c8\uc170':
        '\u0f45\u1a76\u341a\u654c\uc23f\u9b09\uabe2\u8343\u1b27\u60d0',
      '\u7449\u7e4b\uccfb\u59ff\ufe5f\u83b7\uadcc\u900c\ucfd1\u7813':
        '\u8db7\u5022\u92d3\u42ef\u207d\u8730\uacfe\u5617\u0946\u4e30',
      '\u7470\u9314\u901c\u9eae\u40d8\u4201\u82d8\u8c70\u1d31\ua042':
        '\u17d9\u0ba8\u9358\uaadf\ua42a\u48be\ufb96\u6fe9\ub7ff\u32f3',
      '\uc2c5\u2c1d\u2620\u3617\u96b3F\u8605\u20e8\uac21\u5934':
        '\ufba9\u41aa\ubd83\u840b\u2615\u3e6e\u652d\ua8b5\ud56bU',
    }).toString();
    const request = toRequest('POST', 'https://foO.BAr52.cOm/Foo/BaR2/qux', { body });

    signDuoV2(request, duo, clock);

    const pair = 'test_ikey:f01811cbbf9561623ab45b893096267fd46a5178';
    expect(request.headers['date']).toBe('Fri, 07 Dec 2012 17:18:00 -0000');
    expect(request.headers['authorization']).toBe(`Basic ${Buffer.from(pair).toString('base64')}`);
  });

  it("signs body and vendor's headers by the fifth version, and each part of them counts", () => {
    const sign = (rest: Partial<OutgoingRequest>, path = '/admin/v1/users'): string => {
      const request = toRequest('POST', `https://api.example.com${path}`, rest);
      signDuoV5(request, duo, clock);
      return request.headers['authorization'] ?? '';
    };
    const [body, headers] = ['{"a":1}', { 'x-duo-header-1': 'header_value_1' }];
    const different = [
      sign({ body, headers: { ...headers } }),
      sign({ body: '{"a":2}', headers: { ...headers } }),
      sign({ body }),
      sign({ body, headers: { ...headers } }, '/admin/v1/users?b=1'),
    ];

    expect(new Set(different).size).toBe(4);
    expect(sign({ body, headers: { ...headers, accept: '*/*' } })).toBe(different[0]);
  });

  /** @see https://www.rfc-editor.org/rfc/rfc5849#section-1.2 */
  it("signs the request of OAuth 1.0's own example", () => {
    const authorization = authorizeOauth1(
      toRequest('GET', 'http://photos.example.net/photos?file=vacation.jpg&size=original'),
      {
        kind: 'oauth1',
        algorithm: 'HMAC-SHA1',
        consumerKey: 'dpf43f3p2l4k3l03',
        consumerSecret: 'kd94hf93k423kf44',
        token: 'nnch734d00sl2jdk',
        tokenSecret: 'pfkkdhi9sl3r4s00',
        realm: 'Photos',
      },
      (text) => text,
      { timestamp: 137_131_202, nonce: 'chapoH', isVersioned: false },
    );

    expect(authorization).toContain('OAuth realm="Photos", ');
    expect(authorization).toContain('oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"');
  });
});
