import { parseArgs } from 'node:util';
import { version } from '../../package.json';
import {
  type Command,
  type CommandContext,
  type CommandInput,
  requiredWords,
  takenOptions,
  takenWords,
} from './command';
import { commands } from './commands';

const usageError = 2;
const helpWords: readonly string[] = ['help', '--help', '-h'];

/**
 * Runs a command line. Loads only what the command needs.
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
  if (first === '--version' && others.length === 0) {
    out(`signet ${version}\n`);
    return 0;
  }
  if (helpWords.includes(first)) return runCommandLine([...others, '--help'], context);
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (command === undefined) {
    err(`signet: unknown command ${printable(words)}; ${await similarTo(words)}`);
    return usageError;
  }
  const input = await readInput(command, words.slice(command.name.split(' ').length));
  if (typeof input === 'string') {
    err(`signet: ${command.name}: ${input}; see --help`);
    return usageError;
  }
  if (input.options.help === true) {
    out(commandHelp(command));
    return 0;
  }
  try {
    const run = await command.load();
    return await run(input, context);
  } catch (error) {
    const { explainFailures } = await import('./explain-failure');
    for (const line of explainFailures(error, null)) err(`signet: ${line}`);
    return 1;
  }
}

/** The command that was probably meant, or those of its group. */
async function similarTo(words: readonly string[]): Promise<string> {
  const names = commands.map(({ name }) => name);
  const near = (await nearest(words.slice(0, 2).join(' '), names)) ?? (await nearest(words[0] ?? '', names));
  if (near !== null) return `did you mean ${near}?`;
  const groups = [...new Set(names.map((name) => name.split(' ')[0] ?? ''))];
  const group = groups.includes(words[0] ?? '') ? words[0] : await nearest(words[0] ?? '', groups);
  const members = names.filter((name) => name.startsWith(`${group} `));
  return members.length === 0 ? '--help lists all commands' : `expected ${members.join(', ')}`;
}

async function nearest(word: string, candidates: readonly string[]): Promise<string | null> {
  const { closest } = await import('#lib/vocabulary/closest');
  return closest(word, candidates);
}

/** The arguments of a command. A string describes an error. */
async function readInput(command: Command, args: string[]): Promise<CommandInput | string> {
  const { parameters, mostWords = takenWords(parameters).length } = command;
  const [required, options] = [requiredWords(parameters), takenOptions(parameters)];
  try {
    const allowed = { ...options, help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ args: args.map(asWord), options: allowed, allowPositionals: true });
    if (values.help === true) return { positionals, options: { help: true } };
    if (positionals.length < required.length) return `${required[positionals.length]} is missing`;
    if (positionals.length > mostWords) return `unexpected argument ${printable(positionals.slice(mostWords))}`;
    return { positionals: positionals.map((word) => word.replace(/^\0(?=-)/, '')), options: values };
  } catch (error) {
    if (!(error instanceof Error)) return 'cannot read the arguments';
    const [sentence = ''] = error.message.split(/[.\n]/);
    const unknown = /^Unknown option '--(.+)'$/.exec(sentence)?.[1];
    const near = unknown === undefined ? null : await nearest(unknown, [...Object.keys(options), 'help']);
    return near === null ? sentence : `${sentence}; did you mean --${near}?`;
  }
}

/** A key identifier can begin with a dash (RFC 7638), and no option has more than one letter after one. */
function asWord(text: string): string {
  return /^-[^-]./.test(text) ? `\0${text}` : text;
}

function printable(words: readonly string[]): string {
  return JSON.stringify(words.join(' ').slice(0, 60));
}

/** The output of `signet --help`. */
function generalHelp(): string {
  const width = Math.max(...commands.map((command) => usage(command).length));
  const lines = commands.map((command) => `  ${usage(command).padEnd(width)}   ${command.summary}`);
  return `Usage: npm run signet -- COMMAND

${lines.join('\n')}

Settings come from the environment and from the file .env in this folder. COMMAND --help explains a command,
--version prints the version.
`;
}

/** The output of `signet COMMAND --help`. */
function commandHelp(command: Command): string {
  return `Usage: npm run signet -- ${usage(command)}

${command.details}
`;
}

function usage({ name, parameters }: Command): string {
  return parameters === '' ? name : `${name} ${parameters}`;
}
