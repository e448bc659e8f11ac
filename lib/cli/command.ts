import type { SettingsReading } from '#lib/settings/read';
import type { Settings } from '#lib/settings/settings';

/** The environment of a command. Tests use their own. */
export type CommandContext = {
  /** Writes to standard output, unchanged. */
  readonly out: (text: string) => void;
  /** Writes one line to standard error. */
  readonly err: (line: string) => void;
  /** @throws InvalidSetting */
  readonly settings: (how?: SettingsReading) => Settings;
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

export type Command = {
  /** The words of the command, for example `user add`. */
  readonly name: string;
  /** The arguments in the help: `NAME [--admin ROLE]`. */
  readonly parameters: string;
  readonly summary: string;
  /** Further help text. */
  readonly details: string;
  /** The minimum and maximum number of words after the name. */
  readonly positionals: readonly [number, number];
  readonly options?: Readonly<Record<string, { readonly type: 'boolean' | 'string' }>>;
  /** @returns the exit code */
  readonly run: (input: CommandInput, context: CommandContext) => Promise<number>;
};

/** An error that the person at the command line can fix. The message is one line. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code = 'command_failed';
}
