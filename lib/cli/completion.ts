import { type Command, CommandError, type RunCommand, takenOptions, takenWords } from './command';

/** What may follow some words: the next words of commands, then options, and whether a file may follow. */
type Continuation = { readonly after: string; readonly words: readonly string[]; readonly takesFile: boolean };

/** The continuations of every beginning of a command, the empty one first. */
function listContinuations(commands: readonly Command[]): Continuation[] {
  const found = new Map<string, { words: Set<string>; takesFile: boolean }>();
  const at = (after: string) => {
    const known = found.get(after) ?? { words: new Set(), takesFile: false };
    found.set(after, known);
    return known;
  };
  for (const word of ['--help', '--version']) at('').words.add(word);
  for (const { name, parameters } of commands) {
    const options = takenOptions(parameters);
    const words = name.split(' ');
    for (const [index, word] of words.entries()) at(words.slice(0, index).join(' ')).words.add(word);
    const command = at(name);
    for (const option of [...Object.keys(options), 'help']) command.words.add(`--${option}`);
    if (name === 'completion') for (const shell of Object.keys(scripts)) command.words.add(shell);
    command.takesFile = takenWords(parameters).includes('FILE') || 'from' in options;
  }
  return [...found].map(([after, { words, takesFile }]) => ({ after, words: [...words], takesFile }));
}

type Lines = (one: (continuation: Continuation) => string) => string;

const bash = (lines: Lines) => `# signet: completion for bash
_signet() {
  local current=\${COMP_WORDS[COMP_CWORD]} words="" files="" word before=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || before+="\${before:+ }$word"
  done
  case "$before" in
${lines(({ after, words, takesFile }) => `    "${after}"${takesFile ? '*' : ''}) words="${words.join(' ')}"${takesFile ? ' files=yes' : ''} ;;`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ $files && $current != -* ]] && COMPREPLY+=($(compgen -f -- "$current"))
}
complete -o filenames -F _signet signet
`;

const zsh = (lines: Lines) => `#compdef signet
# signet: completion for zsh
_signet() {
  local before="" word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -* ]] || before+="\${before:+ }$word"
  done
  case "$before" in
${lines(({ after, words, takesFile }) => `    "${after}"${takesFile ? '*' : ''}) compadd -- ${words.join(' ')}${takesFile ? '; _files' : ''} ;;`)}
  esac
}
compdef _signet signet
`;

const fish = (lines: Lines) => `# signet: completion for fish
function __signet_before
    string match --invert -- '-*' (commandline --tokenize --cut-at-cursor --current-process)[2..] | string join ' '
end
complete --command signet --no-files
${lines(({ after, words, takesFile }) => {
  const when = `--condition 'test "$(__signet_before)" = "${after}"'`;
  return `complete --command signet ${when} --arguments '${words.join(' ')}'${takesFile ? ' --force-files' : ''}`;
})}
`;

const scripts: Readonly<Record<string, (lines: Lines) => string>> = { bash, zsh, fish };

/** The command that prints a script for a shell. It contains all commands, so completing starts no process. */
export function completionOf(commands: readonly Command[]): RunCommand {
  return async ({ positionals: [shell = ''] }, { out }) => {
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
    if (script === undefined) throw new CommandError(`SHELL: expected one of ${Object.keys(scripts).join(', ')}`);
    const continuations = listContinuations(commands);
    out(script((one) => continuations.map(one).join('\n')));
    return 0;
  };
}
