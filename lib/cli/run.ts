import { parseArgs } from 'node:util';
import { describeProblem, type LocatedProblem } from '#lib/config/problem';
import type { Command, CommandContext, CommandInput } from './command';
import { commands } from './commands';
import { explainFailure } from './explain-failure';
import { commandHelp, generalHelp } from './help';

const usageError = 2;
const mostProblems = 20;
const helpWords: readonly string[] = ['help', '--help', '-h'];

/**
 * Runs a command line.
 * @param words the words after `signet`
 * @returns the exit code: 0, 1 if the work failed, 2 if the words are not a command
 */
export async function runCommandLine(words: readonly string[], context: CommandContext): Promise<number> {
  const { out, err } = context;
  const [first = '', ...others] = words;
  if (words.every((word) => helpWords.includes(word))) {
    out(generalHelp());
    return words.length === 0 ? usageError : 0;
  }
  if (helpWords.includes(first)) return runCommandLine([...others, '--help'], context);
  const command = findCommand(words);
  if (command === undefined) {
    err(`signet: there is no command ${printable(words)}; ${similarTo(first)}`);
    return usageError;
  }
  const input = readInput(command, words.slice(command.name.split(' ').length));
  if (typeof input === 'string') {
    err(`signet: ${command.name}: ${input}; see --help`);
    return usageError;
  }
  if (input.options.help === true) {
    out(commandHelp(command));
    return 0;
  }
  return command.run(input, context).catch((error: unknown) => {
    for (const line of explain(error)) err(`signet: ${line}`);
    return 1;
  });
}

function findCommand(words: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
}

/** The commands of a group, for example of `user`. */
function similarTo(first: string): string {
  const names = commands.map(({ name }) => name).filter((name) => name.startsWith(`${first} `));
  return names.length === 0 ? '--help lists them' : `expected ${names.join(', ')}`;
}

/** The arguments of a command. A string describes an error. */
function readInput({ options = {}, positionals: [fewest, most] }: Command, args: string[]): CommandInput | string {
  try {
    const allowed = { ...options, help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ args, options: allowed, allowPositionals: true });
    if (values.help === true) return { positionals, options: { help: true } };
    if (positionals.length < fewest) return 'an argument is missing';
    if (positionals.length > most) return `unexpected argument ${printable(positionals.slice(most))}`;
    return { positionals, options: values };
  } catch (error) {
    return error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? '') : 'cannot be read';
  }
}

/** One line for each error. */
function explain(error: unknown): string[] {
  if (!isConfigurationError(error)) return [explainFailure(error, null)];
  const lines = error.problems.slice(0, mostProblems).map((problem) => describeProblem(error.file, problem));
  const more = error.problems.length - lines.length;
  return more > 0 ? [...lines, `${error.file}: and ${more} more`] : lines;
}

type Failure = { readonly file: string; readonly problems: readonly LocatedProblem[] };

function isConfigurationError(error: unknown): error is Error & Failure {
  return error instanceof Error && 'code' in error && error.code === 'invalid_configuration';
}

function printable(words: readonly string[]): string {
  return JSON.stringify(words.join(' ').slice(0, 60));
}
