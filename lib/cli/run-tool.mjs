import { spawn } from 'node:child_process';
import { root } from './folders.mjs';

/** A tool that failed. The message is for the person at the terminal. */
export class ToolFailed extends Error {
  /**
   * @param {string} what
   * @param {string} output everything the tool printed
   */
  constructor(what, output) {
    super(`${what} failed:\n${output.trim()}`);
    this.output = output;
  }
}

/**
 * Runs a tool quietly: its output is shown only if it fails.
 * @param {string} what its name for people
 * @param {string[]} command program and arguments
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {(line: string) => void} [onLine] takes the last line of each output
 * @throws {ToolFailed}
 */
export async function runTool(what, [program = '', ...args], env, onLine = () => {}) {
  const child = spawn(program, args, {
    cwd: root,
    // Next's types require NODE_ENV in every environment.
    env: /** @type {NodeJS.ProcessEnv} */ (env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      onLine(text.trim().split('\n').at(-1) ?? '');
    });
  }
  const endWithUs = () => child.kill();
  process.once('exit', endWithUs);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
    });
    child.once('close', resolve);
  });
  process.off('exit', endWithUs);
  if (code !== 0) throw new ToolFailed(what, output);
}

/**
 * The few variables that a tool needs, so that nothing in a person's environment changes its result.
 * @param {Record<string, string>} own
 */
export function plainEnvironment(own) {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'APPDATA', 'LOCALAPPDATA', 'USERPROFILE'];
  const inherited = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(inherited), NO_COLOR: '1', ...own };
}
