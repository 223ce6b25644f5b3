import type { JsonObject } from '../../core/json.ts';
import { connectOperations } from '../auth/connect-operations.ts';
import { authOperations } from '../auth/operations.ts';
import type { Components } from './components.ts';
import { renderOperation } from './operation.ts';

export const authTag = 'Sign-in';

/** What the browser sends with every request, so that no page of another site can make it. */
const sessionHeader: JsonObject = {
  name: 'hub-session',
  in: 'header',
  required: true,
  description: 'Must be `1`, from a page of the hub itself: browsers let no other page send it.',
  schema: { const: '1', type: 'string' },
  example: '1',
};

/** Renders the addresses by which people sign in and out, outside of the bases. */
export function renderAuthPaths(publicUrl: string, components: Components): { [path: string]: JsonObject } {
  const paths = [...authOperations, ...connectOperations].map((operation): [string, JsonObject] => {
    const route = {
      ...operation,
      method: 'post',
      tag: operation.tag ?? authTag,
      scope: 'none',
      status: 200,
      pure: true,
    } as const;
    const { parameters, ...rendered } = renderOperation(route, [], components);
    const headers = Array.isArray(parameters) ? parameters : [];
    return [
      operation.path,
      { post: { ...rendered, servers: [{ url: publicUrl }], parameters: [...headers, sessionHeader] } },
    ];
  });
  return Object.fromEntries(paths);
}
