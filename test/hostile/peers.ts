import { createServer, type Server, type Socket } from 'node:net';
import ssh2 from 'ssh2';
import type { JsonObject } from '../../core/json.ts';
import { makeSshKeys } from '../lab/ssh-keys.ts';

/** A server that speaks as much of its protocol as it takes to be asked, and then answers without an end or a sense. */
export interface HostilePeer {
  /** Connector that asks it, with which it is reached without encryption. */
  connector: 'ldap' | 'postgres' | 'mysql' | 'email' | 'sftp';
  /** Of the connection, beside its place. */
  config?: JsonObject;
  /** What is read there, where it matters. */
  object?: string;
  serve(socket: Socket): void;
}

/** Starts a peer on a free port of loopback. */
export async function startHostilePeer({ serve }: HostilePeer): Promise<{ port: number; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, server };
}

/** Sends the same bytes for as long as the other side is there. */
function pour(socket: Socket, bytes: Buffer): void {
  const chunk = Buffer.concat(Array.from({ length: Math.ceil(65_536 / bytes.length) }, () => bytes));
  const send = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', send);
  send();
}

/** An element of BER, with a length of four bytes. */
function ber(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const header = Buffer.from([tag, 0x84, 0, 0, 0, 0]);
  header.writeUInt32BE(body.length, 2);
  return Buffer.concat([header, body]);
}

const text = (value: string): Buffer => ber(0x04, Buffer.from(value));

/** Lets a client sign in, and then answers its search. */
function directory(answer: (id: Buffer, socket: Socket) => void): HostilePeer {
  const serve = (socket: Socket): void => {
    socket.on('data', (request) => {
      const idAt = 2 + ((request[1] ?? 0) < 0x80 ? 0 : (request[1] ?? 0) - 0x80);
      const id = request.subarray(idAt, idAt + 2 + (request[idAt + 1] ?? 0));
      const operation = request[idAt + id.length];
      const success = Buffer.from([0x61, 7, 0x0a, 1, 0, 4, 0, 4, 0]);
      if (operation === 0x60) socket.write(ber(0x30, id, success));
      if (operation === 0x63) answer(id, socket);
    });
  };
  return { connector: 'ldap', serve };
}

function entry(id: Buffer, ...attributes: Buffer[]): Buffer {
  return ber(0x30, id, ber(0x64, text('cn=a'), ber(0x30, ...attributes)));
}

/** The shortest attribute: a letter, and no value. */
const attribute = Buffer.from([0x30, 5, 0x04, 1, 0x61, 0x31, 0]);

/** A message of PostgreSQL. */
function message(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const header = Buffer.from([type.charCodeAt(0), 0, 0, 0, 0]);
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

/** Lets a client sign in, and then answers its first statement. */
function postgres(begin: Buffer, endless: Buffer): HostilePeer {
  const serve = (socket: Socket): void => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]));
      socket.once('data', () => {
        socket.write(begin);
        pour(socket, endless);
      });
    });
  };
  return { connector: 'postgres', serve };
}

function int16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}

function columns(count: number): Buffer {
  const described = Array.from({ length: count }, (_, n) => Buffer.concat([Buffer.from(`c${n}\0`), Buffer.alloc(18)]));
  return message('T', int16(count), ...described);
}

function packet(number: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const header = Buffer.from([0, 0, 0, number & 0xff]);
  header.writeUIntLE(body.length, 0, 3);
  return Buffer.concat([header, body]);
}

const lengthened = (value: string): Buffer => Buffer.from([value.length, ...Buffer.from(value)]);

/** A packet again and again, numbered on from the last one. */
function packets(first: number, content: Buffer): Buffer {
  return Buffer.concat(Array.from({ length: 256 }, (_, n) => packet(first + n, content)));
}

function column(name: string): Buffer {
  const names = ['def', '', '', '', name, ''].map(lengthened);
  return Buffer.concat([...names, Buffer.from([0x0c, 45, 0, 0, 0, 0, 0, 0xfd, 0, 0, 0, 0, 0])]);
}

/** The end of a list. @see https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_eof_packet.html */
const eof = packet(3, Buffer.from([0xfe, 0, 0, 2, 0]));

/** @see https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase_packets_protocol_handshake_v10.html */
const greeting = packet(
  0,
  Buffer.from('\x0a8.0.0\0', 'latin1'),
  Buffer.from([1, 0, 0, 0, ...Buffer.from('12345678'), 0, 0xff, 0xf7, 45, 2, 0, 0xff, 0x81, 21]),
  Buffer.alloc(10),
  Buffer.from('123456789012\0mysql_native_password\0'),
);

const accepted = packet(2, Buffer.from([0, 0, 0, 2, 0, 0, 0]));

/** Lets a client sign in, and then answers its first statement. */
function mysql(begin: Buffer, endless: Buffer): HostilePeer {
  const serve = (socket: Socket): void => {
    socket.write(greeting);
    socket.once('data', () => {
      socket.write(accepted);
      socket.once('data', () => {
        socket.write(begin);
        pour(socket, endless);
      });
    });
  };
  return { connector: 'mysql', serve };
}

/** Lets a client sign in and open a mailbox, and then answers what it fetches. */
function mailbox(begin: string, endless: string): HostilePeer {
  const known: Readonly<Record<string, string>> = {
    CAPABILITY: '* CAPABILITY IMAP4rev1\r\n',
    SELECT: '* 1 EXISTS\r\n* OK [UIDVALIDITY 1] .\r\n* OK [UIDNEXT 2] .\r\n',
    EXAMINE: '* 1 EXISTS\r\n* OK [UIDVALIDITY 1] .\r\n* OK [UIDNEXT 2] .\r\n',
    LIST: '* LIST () "/" INBOX\r\n',
    'UID SEARCH': '* SEARCH 1\r\n',
  };
  const serve = (socket: Socket): void => {
    socket.write('* OK ready\r\n');
    socket.on('data', (request) => {
      for (const line of request.toString('latin1').split('\r\n')) {
        const [, tag = '', command = ''] = /^(\S+) ((?:UID )?\S+)/.exec(line) ?? [];
        if (tag === '') continue;
        if (command === 'UID FETCH') {
          socket.write(begin);
          pour(socket, Buffer.from(endless));
        } else socket.write(`${known[command] ?? ''}${tag} OK .\r\n`);
      }
    });
  };
  return { connector: 'email', serve };
}

const hostKey = makeSshKeys();

/** Lets a client sign in, and then answers what it asks of files. */
function files(object: string, answer: (sftp: ssh2.SFTPWrapper) => void): HostilePeer {
  const server = new ssh2.Server({ hostKeys: [hostKey.private] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (request) => request.accept());
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => {
        const sftp = acceptSftp();
        sftp.on('OPEN', (id) => sftp.handle(id, Buffer.from('1')));
        sftp.on('OPENDIR', (id) => sftp.handle(id, Buffer.from('1')));
        answer(sftp);
      });
    });
  });
  const config = { host_key: hostKey.fingerprint };
  return { connector: 'sftp', config, object, serve: (socket) => server.injectSocket(socket) };
}

const attrs = { mode: 0o100644, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };
const listed = Array.from({ length: 300 }, (_, n) => ({ filename: `a${n}.json`, longname: '', attrs }));

const gibibyte = Buffer.from([0x40, 0, 0, 0]);

/** Answers that are endless, larger than they say, or small to send and large to hold. */
export const hostilePeers: Readonly<Record<string, HostilePeer>> = {
  'a list longer than its message': directory((id, socket) => {
    const values = Buffer.from([0x30, 5, 0x04, 1, 0x61, 0x31, 100]);
    socket.write(entry(id, values));
  }),
  'an entry of millions of attributes': directory((id, socket) => {
    socket.write(entry(id, Buffer.alloc(2_000_000 * attribute.length, attribute)));
  }),
  'entries without end': directory((id, socket) => pour(socket, entry(id, attribute))),
  'an entry without end': directory((_id, socket) => {
    socket.write(Buffer.concat([Buffer.from([0x30, 0x84]), gibibyte]));
    pour(socket, Buffer.alloc(65_536));
  }),
  'bytes that are not LDAP': directory((_id, socket) => pour(socket, Buffer.from('HTTP/1.1 200 OK\r\n'))),
  'rows of nothing': postgres(columns(0), message('D', int16(0))),
  'rows of a thousand columns': postgres(
    columns(1000),
    message('D', int16(1000), ...Array.from({ length: 1000 }, () => Buffer.from([0xff, 0xff, 0xff, 0xff]))),
  ),
  'a row of a gibibyte': postgres(
    Buffer.concat([columns(1), Buffer.from('D'), gibibyte, int16(1), Buffer.from([0x3f, 0, 0, 0])]),
    Buffer.alloc(65_536, 'a'),
  ),
  'columns without end': mysql(packet(1, Buffer.from([0xfd, 0xff, 0xff, 0xff])), packets(2, column('a'))),
  'rows of nulls': mysql(
    Buffer.concat([packet(1, Buffer.from([1])), packet(2, column('a')), eof]),
    packets(4, Buffer.from([0xfb])),
  ),
  'lists of flags without end': mailbox('* 1 FETCH (UID 1 FLAGS (', 'a '),
  'messages without end': mailbox('', `* 1 FETCH (UID 1 BODY[] {60000}\r\n${'a'.repeat(60_000)})\r\n`),
  'a folder without end': files('in/', (sftp) => {
    sftp.on('READDIR', (id) => sftp.name(id, listed));
  }),
  'a file larger than it says': files('a.json', (sftp) => {
    const bytes = Buffer.alloc(65_536, ' ');
    sftp.on('STAT', (id) => sftp.attrs(id, attrs));
    sftp.on('FSTAT', (id) => sftp.attrs(id, attrs));
    sftp.on('READ', (id, _handle, _offset, length) => sftp.data(id, bytes.subarray(0, length)));
  }),
};
