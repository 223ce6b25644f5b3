import { describe, expect, it } from 'vitest';
import { readPostman } from './postman.ts';
import { connectorAt, slice } from './slice-sample.ts';

describe('tools/slice/postman', () => {
  it("cuts Postman's collections, which tell names only", async () => {
    const url = '{{server}}deployments/v2/users?page=1';
    const description = readPostman({ item: [{ name: 'Users', item: [{ request: { method: 'GET', url } }] }] });
    const { contract } = await slice(connectorAt('https://vendor.example', '/deployments/v2/users'), description);

    expect(contract.operations['GET /deployments/v2/users']).toMatchObject({
      parameters: [{ name: 'page', in: 'query', required: false }],
      responses: { '2XX': {} },
    });
  });
});
