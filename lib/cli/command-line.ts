import type { Writable } from 'node:stream';
import { readClock } from '#lib/http/clock';
import { migrationsFolder } from './migrations-folder';
import { runCommandLine } from './run';
import { openTerminal } from './terminal';

const out = writeTo(process.stdout);
const err = writeTo(process.stderr);

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
    err(`signet: the output could not be written: ${error.message}\n`);
  });
  return (text) => {
    if (isOpen) stream.write(text);
  };
}
