import { SMTPServer } from 'smtp-server';
import { createCertificate } from '../harness/http-certificate.ts';

export interface Delivery {
  from: string;
  to: string[];
  content: string;
}

/** A mail server that keeps what it takes. */
export interface PostOffice {
  port: number;
  /** Certificate of the host name `localhost`. */
  certificate: string;
  deliveries: Delivery[];
  stop(): Promise<void>;
}

export interface PostOfficeRules {
  user: string;
  password: string;
  /** TLS from the first byte; otherwise it is offered (STARTTLS). Default false. */
  secure?: boolean;
  /** What a recipient is answered with; nothing: it is taken. */
  refuse?(recipient: string): { status: number; message: string } | undefined;
  /** Hangs up instead of answering to a message, once it has it. */
  hangsUpOn?(delivery: Delivery): boolean;
}

/** Starts an SMTP server on a free port of loopback. */
export async function startPostOffice(rules: PostOfficeRules): Promise<PostOffice> {
  const { key, cert } = createCertificate('localhost');
  const deliveries: Delivery[] = [];
  const server = new SMTPServer({
    key,
    cert,
    secure: rules.secure ?? false,
    disableReverseLookup: true,
    size: 1024 * 1024,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === rules.user && password === rules.password;
      if (isRight) done(null, { user: username });
      else done(Object.assign(new Error('No.'), { responseCode: 535 }));
    },
    onRcptTo: ({ address }, _session, done) => {
      const refusal = rules.refuse?.(address);
      if (refusal === undefined) done();
      else done(Object.assign(new Error(refusal.message), { responseCode: refusal.status }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        const delivery = { from, to, content: Buffer.concat(chunks).toString('utf8') };
        deliveries.push(delivery);
        if (rules.hangsUpOn?.(delivery) === true) {
          for (const connection of server.connections) connection.close();
        } else done();
      });
    },
  });
  // Clients that break off are of no interest.
  server.on('error', () => undefined);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const stop = (): Promise<void> => new Promise((done) => server.close(() => done()));
  return { port, certificate: cert, deliveries, stop };
}
