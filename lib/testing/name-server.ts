import { createSocket, type Socket } from 'node:dgram';

/** A, AAAA. */
const types = { 1: 'A', 28: 'AAAA' } as const;

export type Question = { readonly name: string; readonly type: 'A' | 'AAAA' };

/** The addresses of a name, none for a name without any of the type, NXDOMAIN, or no answer at all. */
export type Answer = readonly string[] | 'nxdomain' | 'silence';

export type NameServer = {
  /** For setServers(). */
  readonly address: string;
  /** In the order of arrival, repetitions included. */
  readonly questions: readonly Question[];
  /** Resolves once this many questions arrived. */
  readonly asked: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A name server on loopback (RFC 1035 §4) that answers over UDP what the test says. */
export async function startNameServer(answer: (question: Question) => Answer): Promise<NameServer> {
  const socket = createSocket('udp4');
  const questions: Question[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (message, { port, address }) => {
    const question = readQuestion(message);
    if (question === null) return;
    questions.push(question);
    for (const check of waiting) check();
    const found = answer(question);
    if (found !== 'silence') socket.send(writeAnswer(message, question, found), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    asked: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (questions.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: () => closeSocket(socket),
  };
}

function closeSocket(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.close(() => resolve()));
}

/** The first question. Names of questions are not compressed. */
function readQuestion(message: Buffer): Question | null {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const number = message.readUInt16BE(at + 1);
  return number === 1 || number === 28 ? { name: labels.join('.').toLowerCase(), type: types[number] } : null;
}

function writeAnswer(message: Buffer, { type }: Question, found: Exclude<Answer, 'silence'>): Buffer {
  const addresses = found === 'nxdomain' ? [] : found;
  const end = message.indexOf(0, 12) + 5;
  const head = Buffer.from(message.subarray(0, end));
  // An answer, recursion available, and the response code.
  head.writeUInt16BE(0x8180 | (found === 'nxdomain' ? 3 : 0), 2);
  for (const [offset, count] of [
    [4, 1],
    [6, addresses.length],
    [8, 0],
    [10, 0],
  ] as const)
    head.writeUInt16BE(count, offset);
  return Buffer.concat([head, ...addresses.map((address) => record(type, address))]);
}

/** A record that names the question (RFC 1035 §4.1.4), with a time to live of 0. */
function record(type: Question['type'], address: string): Buffer {
  const data = type === 'A' ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
  const start = Buffer.from([0xc0, 12, 0, type === 'A' ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([start, data]);
}

function ipv6Bytes(address: string): Buffer {
  const [before = '', after = ''] = address.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const left = groups(before);
  const right = groups(after);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  const bytes = Buffer.alloc(16);
  for (const [index, group] of [...left, ...zeros, ...right].entries())
    bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2);
  return bytes;
}
