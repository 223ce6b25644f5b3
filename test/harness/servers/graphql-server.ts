import { createServer, type Server } from 'node:http';
import { buildSchema, graphql, GraphQLError, parse, validate } from 'graphql';
import { z } from 'zod';

const Call = z.object({
  query: z.string(),
  operationName: z.string().optional(),
  variables: z.record(z.string(), z.unknown()).optional(),
});

/** Functions of the root fields, as graphql-js calls them. Faults are thrown as `GraphQLError`. */
type Root = Readonly<Record<string, (args: never) => unknown>>;

/**
 * A GraphQL service on loopback: the reference implementation behind HTTP.
 *
 * @see https://graphql.github.io/graphql-over-http/draft/#sec-application-graphql-response-json
 */
export class GraphqlServer {
  /** Variables of every call, in their order. */
  readonly variables: unknown[] = [];
  readonly #server: Server;

  constructor(sdl: string, rootValue: Root) {
    const schema = buildSchema(sdl);
    this.#server = createServer((request, response) => {
      const answer = async (): Promise<void> => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(Buffer.from(chunk));
        const call = Call.parse(JSON.parse(Buffer.concat(chunks).toString()));
        this.variables.push(call.variables);
        const isRight = isValid(schema, call.query);
        const result = await graphql({
          schema,
          rootValue,
          source: call.query,
          variableValues: call.variables,
          operationName: call.operationName,
        });
        response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/graphql-response+json' });
        response.end(JSON.stringify(result));
      };
      void answer();
    });
  }

  static async start(sdl: string, root: Root): Promise<GraphqlServer> {
    const server = new GraphqlServer(sdl, root);
    await new Promise<void>((resolve) => {
      server.#server.listen(0, '127.0.0.1', resolve);
    });
    return server;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
    return address.port;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

function isValid(schema: ReturnType<typeof buildSchema>, source: string): boolean {
  try {
    return validate(schema, parse(source)).length === 0;
  } catch (error) {
    if (error instanceof GraphQLError) return false;
    throw error;
  }
}
