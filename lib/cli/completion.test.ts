import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from './command';
import { commands } from './commands';
import { completionOf } from './completion';

const context: CommandContext = {
  out: () => undefined,
  err: () => undefined,
  input: async () => Buffer.alloc(0),
  settings: () => Promise.reject(new Error('it needs none')),
  now: new Date('2030-01-01T00:00:00.000Z'),
  migrations: '',
  terminal: null,
};

async function scriptFor(shell: string): Promise<string> {
  let script = '';
  const out = (text: string) => {
    script += text;
  };
  await completionOf(commands)({ positionals: [shell], options: {} }, { ...context, out });
  return script;
}

/** The suggestions of bash for a line that ends in the word that is completed. */
async function suggest(line: string): Promise<string[]> {
  const words = line.split(' ');
  const program = `complete() { :; }; ${await scriptFor('bash')}
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _signet
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('the completion of bash', () => {
  it.each([
    ['signet us', ['user']],
    ['signet key', ['keys']],
    ['signet keys r', ['rotate', 'revoke']],
    ['signet user ', ['list', 'add', 'password', 'unlock']],
    ['signet user add --a', ['--admin']],
    ['signet plan --exit-code --pr', ['--prune']],
    ['signet apply package.js', ['package.json']],
    ['signet apply --prune package.js', ['package.json']],
    ['signet audit verify --from package.js', ['package.json']],
    ['signet completion ', ['--help', 'bash', 'fish', 'zsh']],
    ['signet nonsense ', []],
  ])('completes %j', async (line, expected) => {
    expect((await suggest(line)).sort()).toEqual([...expected].sort());
  });

  it('begins with every command', async () => {
    const first = new Set(commands.map(({ name }) => name.split(' ')[0]));
    expect((await suggest('signet ')).sort()).toEqual([...first, '--help', '--version'].sort());
  });
});

describe('the other scripts', () => {
  it.each(['zsh', 'fish'])('have every word and option: %s', async (shell) => {
    const script = await scriptFor(shell);
    for (const { name, parameters } of commands) {
      expect(script).toContain(`"${name}"`);
      for (const [option] of parameters.matchAll(/--[\w-]+/g)) expect(script).toContain(option);
    }
  });

  it('are no others', async () => {
    await expect(scriptFor('tcsh')).rejects.toThrow('SHELL: expected one of bash, zsh, fish');
    await expect(scriptFor('constructor')).rejects.toThrow('SHELL: expected');
  });
});
