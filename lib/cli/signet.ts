import type { Writable } from 'node:stream';
import { readClock } from '#lib/http/clock';
import { readSettings } from '#lib/settings/read';
import { migrationsFolder } from './migrations-folder';
import { runCommandLine } from './run';
import { openTerminal } from './terminal';

const out = writeTo(process.stdout);
const err = writeTo(process.stderr);

process.exitCode = await runCommandLine(process.argv.slice(2), {
  out,
  err: (line) => err(`${line}\n`),
  settings: readSettings,
  now: readClock(),
  migrations: migrationsFolder,
  terminal: openTerminal(),
});

/**
 * Writes to an output of this process. If its reader has closed it (`| head`), further output is dropped. The command
 * still finishes its work, which may continue after its output.
 */
function writeTo(stream: Writable): (text: string) => void {
  let isOpen = true;
  stream.on('error', (error: Error & { readonly code?: string }) => {
    if (error.code !== 'EPIPE') throw error;
    isOpen = false;
  });
  return (text) => {
    if (isOpen) stream.write(text);
  };
}
