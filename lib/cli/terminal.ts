import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Terminal } from './command';

/** The terminal this process runs in; null when input or output is not one. */
export function openTerminal(): Terminal | null {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return null;
  return {
    async ask(question, { hidden } = { hidden: false }) {
      // The question goes to stderr, so that stdout holds results only; an answer that is hidden is echoed nowhere.
      stderr.write(question);
      const output = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : stderr;
      const lines = createInterface({ input: stdin, output, terminal: true });
      const interrupted = new AbortController();
      lines.once('SIGINT', () => interrupted.abort());
      try {
        return await lines.question('', { signal: interrupted.signal });
      } finally {
        lines.close();
        if (hidden) stderr.write('\n');
      }
    },
  };
}
