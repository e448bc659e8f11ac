import type { SettingsReading } from '#lib/settings/read';
import type { Settings } from '#lib/settings/settings';

/** The environment of a command. Tests use their own. */
export type CommandContext = {
  /** Writes to standard output, unchanged. */
  readonly out: (text: string) => void;
  /** Writes one line to standard error. */
  readonly err: (line: string) => void;
  /** Standard input, whole. At most `maximum` bytes and one more. */
  readonly input: (maximum: number) => Promise<Buffer>;
  /** @throws InvalidSetting */
  readonly settings: (how?: SettingsReading) => Settings | Promise<Settings>;
  readonly now: Date;
  /** The folder with the migrations of both databases. */
  readonly migrations: string;
  /** Null if input or output is not a terminal. */
  readonly terminal: Terminal | null;
};

export type Terminal = {
  /** Asks for a line. A hidden answer is not shown while it is typed. */
  readonly ask: (question: string, how?: { readonly hidden: boolean }) => Promise<string>;
};

export type CommandInput = {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
};

/** @returns the exit code */
export type RunCommand = (input: CommandInput, context: CommandContext) => Promise<number>;

export type Command = {
  /** The words of the command, for example `user add`. */
  readonly name: string;
  /** The arguments, as in the help: `NAME [--admin ROLE] [--json]`. Those outside brackets are required. */
  readonly parameters: string;
  readonly summary: string;
  /** Further help text. */
  readonly details: string;
  /** The most words after the name, if there may be more than the parameters show. */
  readonly mostWords?: number;
  readonly load: () => Promise<RunCommand>;
};

type Definition = Omit<Command, 'name' | 'parameters'> & {
  /** The words of the command and its arguments, as in the help: `user add NAME [--admin ROLE]`. */
  readonly usage: string;
};

/** Defines a command by its line in the help. Its arguments begin with a capital letter or a bracket. */
export function defineCommand({ usage, ...command }: Definition): Command {
  const [name = '', ...parameters] = usage.split(/ (?=[A-Z[])/);
  return { ...command, name, parameters: parameters.join(' ') };
}

/** An error that the person at the command line can fix. The message is one line. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code = 'command_failed';
}

/** The arguments that a command cannot do without: those outside brackets. */
export function requiredWords(parameters: string): string[] {
  return parameters
    .replace(/\[[^\]]*\]/g, '')
    .split(' ')
    .filter((word) => word !== '');
}

/** The arguments that a command takes besides its options, for example NAME and [FILE]. */
export function takenWords(parameters: string): string[] {
  const optional = [...parameters.matchAll(/\[([A-Z]+)\]/g)].flatMap(([, word]) => word ?? []);
  return [...requiredWords(parameters), ...optional];
}

/** The options that a command takes, as parseArgs() reads them. Those with a word in the same brackets have a value. */
export function takenOptions(parameters: string): Record<string, { type: 'boolean' | 'string' }> {
  const options = [...parameters.matchAll(/\[--([\w-]+)( [^\]]+)?\]/g)];
  return Object.fromEntries(options.map(([, name = '', value]) => [name, { type: value ? 'string' : 'boolean' }]));
}

/**
 * Escapes everything except visible ASCII as \u{…}, so that the text cannot control a terminal or imitate other text.
 */
export function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The folder with the migrations. It is relative to the working directory, which is the project's folder. */
export const migrationsFolder = 'prisma/migrations';
