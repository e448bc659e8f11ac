import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { readClock } from '#lib/http/clock';
import { CommandError, migrationsFolder, type Terminal } from './command';
import { runCommandLine } from './run';

const err = writeTo(process.stderr);

const out = writeTo(process.stdout);

const code = await runCommandLine(process.argv.slice(2), {
  out,
  err: (line) => err(`${line}\n`),
  input: readInput,
  settings: async (how) => (await import('#lib/settings/read')).readSettings(how),
  now: readClock(),
  migrations: migrationsFolder,
  terminal: openTerminal(),
});
// An output that failed has set it already.
process.exitCode ||= code;

/** Standard input, and of a longer one no more than a byte too many. */
async function readInput(maximum: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maximum) break;
  }
  return Buffer.concat(chunks).subarray(0, maximum + 1);
}
/**
 * Writes to an output of this process. If its reader has closed it (`| head`), further output is dropped. The command
 * still finishes its work, which may continue after its output. Any other failure, such as a full disk, is told and is
 * the outcome of the command.
 */
function writeTo(stream: Writable): (text: string) => void {
  let isOpen = true;
  stream.on('error', (error: Error & { readonly code?: string }) => {
    isOpen = false;
    if (error.code === 'EPIPE') return;
    process.exitCode = 1;
    err(`signet: cannot write the output: ${error.message}\n`);
  });
  return (text) => {
    if (isOpen) stream.write(text);
  };
}

/** The terminal of this process. Null if input or output is not a terminal. */
export function openTerminal(): Terminal | null {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return null;
  let hidden = false;
  // The questions go to stderr, so that stdout contains only results. A hidden answer is never echoed.
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) stderr.write(chunk);
      done();
    },
  });
  const nextLine = lineReader(() => createInterface({ input: stdin, output, terminal: true }));
  return {
    async ask(question, how = { hidden: false }) {
      stderr.write(question);
      hidden = how.hidden;
      try {
        return await nextLine();
      } finally {
        if (hidden) stderr.write('\n');
        hidden = false;
      }
    },
  };
}

/**
 * Reads lines through a single interface, which is opened for the first line, so that input that was typed ahead is not
 * lost.
 */
function lineReader(openInterface: () => Interface): () => Promise<string> {
  const typedAhead: string[] = [];
  let waiting: { resolve: (line: string) => void; reject: (error: Error) => void } | null = null;
  let lines: Interface | null = null;

  const open = () => {
    const opened = openInterface();
    opened.on('line', (line) => {
      const asker = waiting;
      waiting = null;
      if (asker === null) typedAhead.push(line);
      else asker.resolve(line);
    });
    opened.on('SIGINT', () => opened.close());
    opened.on('close', () => waiting?.reject(new CommandError('interrupted; nothing was changed')));
    return opened;
  };

  return async () => {
    const line = typedAhead.shift();
    if (line !== undefined) return line;
    lines ??= open();
    lines.resume();
    try {
      return await new Promise<string>((resolve, reject) => {
        waiting = { resolve, reject };
      });
    } finally {
      // A paused interface does not keep the process alive.
      lines.pause();
    }
  };
}
