import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll } from '../../test/harness/http-session.ts';
import { HttpStub, type Reply } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { describeObject } from '../kit/describe-object.ts';
import { connector } from './index.ts';

const headers = { 'content-type': 'text/xml' };
const reader = 'arn:aws:iam::111111111111:role/reader';
const other = 'arn:aws:iam::222222222222:role/reader';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

function open(config: object): void {
  session = openTestSession(connector, {
    config: { base_url: stub.url, ...config },
    credentials: { access_key_id: 'AKIAEXAMPLE', secret_access_key: 'CANARY-secret', region: 'eu-central-1' },
    allow: [`127.0.0.1:${stub.port}`],
  });
}

/** The keys of a role are named after its account. */
function assume(body: string, endsInMs = 3_600_000): Reply {
  const account = /iam%3A%3A(\d{12})/.exec(body)?.[1] ?? '';
  const keys =
    `<AccessKeyId>ASIA${account}</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>CANARY-token</SessionToken>` +
    `<Expiration>${new Date(Date.now() + endsInMs).toISOString()}</Expiration>`;
  const result = `<AssumeRoleResult><Credentials>${keys}</Credentials></AssumeRoleResult>`;
  return { headers, body: `<AssumeRoleResponse>${result}</AssumeRoleResponse>` };
}

function refused(status: number, code: string): Reply {
  return { status, headers, body: `<ErrorResponse><Error><Code>${code}</Code></Error></ErrorResponse>` };
}

const trails = { json: { trailList: [{ TrailARN: 'arn:aws:cloudtrail:x:1:trail/t' }] } };
const read = () => readAll(session.openSource({ object: 'trails', options: {} }));
const assumed = () => stub.requests.filter(({ body }) => body.includes('Action=AssumeRole'));
/** Key and region that a request was signed with. */
const signedBy = () =>
  stub.requests.flatMap(
    ({ headers: sent }) =>
      /Credential=(\w+)\/\d+\/([\w-]+)\/cloudtrail/.exec(String(sent['authorization']))?.slice(1, 3) ?? [],
  );

describe('connectors/aws/places', () => {
  it('assumes each role once, with its external id, and signs for each region', async () => {
    open({ roles: [`${other} EXTERNAL-2`, reader], regions: ['us-east-1', 'eu-west-1'] });
    stub.always('POST /', ({ body }) => (body.includes('AssumeRole') ? assume(body) : trails));

    const { pages } = await read();
    await read();

    expect(pages.flat().map(({ account_id: account, region }) => [account, region])).toEqual([
      ['111111111111', 'eu-west-1'],
      ['111111111111', 'us-east-1'],
      ['222222222222', 'eu-west-1'],
      ['222222222222', 'us-east-1'],
    ]);
    expect(signedBy().slice(0, 4)).toEqual(['ASIA111111111111', 'eu-west-1', 'ASIA111111111111', 'us-east-1']);
    const parameters = assumed().map(({ body }) => new URLSearchParams(body));
    expect(
      parameters.map((form) => [form.get('RoleArn'), form.get('ExternalId'), form.get('RoleSessionName')]),
    ).toEqual([
      [reader, null, 'integration-hub'],
      [other, 'EXTERNAL-2', 'integration-hub'],
    ]);
    expect(session.createScrub()('It said CANARY-token.')).not.toContain('CANARY');
  });

  it('assumes a role again where its session ends', async () => {
    open({ roles: [reader] });
    stub.always('POST /', ({ body }) => (body.includes('AssumeRole') ? assume(body, 0) : trails));

    await read();
    await read();

    expect(assumed().length).toBeGreaterThan(1);
  });

  it.each([
    ['permission', 'a role that may not be assumed', { assume: refused(403, 'AccessDenied') }, reader],
    ['auth_invalid', 'keys that are not known', { assume: refused(403, 'InvalidClientTokenId') }, 'assume the role'],
    [
      'permission',
      'a right that the role lacks',
      { list: refused(400, 'AccessDeniedException') },
      'account 111111111111',
    ],
    [
      'config',
      'a region that is not enabled',
      { list: refused(403, 'UnrecognizedClientException') },
      'region eu-west-1',
    ],
  ])('ends as %s with %s', async (kind, _name, answers: { assume?: Reply; list?: Reply }, text) => {
    open({ roles: [reader], regions: ['eu-west-1'] });
    stub.always('POST /', ({ body }) =>
      body.includes('AssumeRole') ? (answers.assume ?? assume(body)) : (answers.list ?? trails),
    );

    await expect(read()).rejects.toMatchObject({ kind, message: expect.stringContaining(text) });
  });

  it('leaves out accounts that are closed or named, and enters its own without a role', async () => {
    open({ organization_role: 'reader', left_out_accounts: ['444444444444'] });
    const accounts = [
      { Id: '333333333333', State: 'ACTIVE' },
      { Id: '111111111111', Status: 'ACTIVE' },
      { Id: '222222222222', State: 'SUSPENDED', Status: 'ACTIVE' },
      { Id: '444444444444', State: 'ACTIVE' },
    ];
    const own = '<GetCallerIdentityResult><Account>333333333333</Account></GetCallerIdentityResult>';
    stub.always('POST /', ({ body, headers: sent }) => {
      if (body.includes('AssumeRole')) return assume(body);
      if (body.includes('GetCallerIdentity'))
        return { headers, body: `<GetCallerIdentityResponse>${own}</GetCallerIdentityResponse>` };
      return String(sent['x-amz-target']).endsWith('ListAccounts') ? { json: { Accounts: accounts } } : trails;
    });

    const { pages } = await read();

    expect(pages.flat().map(({ account_id: account }) => account)).toEqual(['111111111111', '333333333333']);
    expect(signedBy()).toEqual(['ASIA111111111111', 'eu-central-1', 'AKIAEXAMPLE', 'eu-central-1']);
  });

  it.each([
    ['users', ['account_id', 'region', 'UserName']],
    ['accounts', ['Id']],
  ])('has the place of %s in its key where several are read', (object, key) => {
    open({});
    const described = (config: { regions?: string[] }) =>
      describeObject(connector, { object, options: {}, config, role: 'source' });

    expect(described({ regions: ['all'] })).toMatchObject({ description: { key } });
    expect(described({})).toMatchObject({ description: { key: [key.at(-1)] } });
  });
});
