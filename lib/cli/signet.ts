import { readClock } from '#lib/http/clock';
import { readSettings } from '#lib/settings/read';
import { migrationsFolder } from './migrations-folder';
import { runCommandLine } from './run';
import { openTerminal } from './terminal';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (line) => process.stderr.write(`${line}\n`),
  settings: readSettings,
  now: readClock(),
  migrations: migrationsFolder,
  terminal: openTerminal(),
});
