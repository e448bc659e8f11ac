import type { Command } from './command';
import { commands } from './commands';

/** The output of `signet --help`. */
export function generalHelp(): string {
  const width = Math.max(...commands.map((command) => usage(command).length));
  const lines = commands.map((command) => `  ${usage(command).padEnd(width)}   ${command.summary}`);
  return `Usage: npm run signet -- COMMAND

${lines.join('\n')}

Settings come from the environment, and from the file .env in this folder. COMMAND --help has the details of a
command, --version prints the version.
`;
}

/** The output of `signet COMMAND --help`. */
export function commandHelp(command: Command): string {
  return `Usage: npm run signet -- ${usage(command)}

${command.details}
`;
}

function usage({ name, parameters }: Command): string {
  return parameters === '' ? name : `${name} ${parameters}`;
}
