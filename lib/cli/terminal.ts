import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError, type Terminal } from './command';

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
