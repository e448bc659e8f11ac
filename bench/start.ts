import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, testSecret } from '#lib/testing/running-server';
import { median } from './measure';

/**
 * npm run bench -- start [rounds] [FOLDER]: what a start on an existing SQLite database costs this build, and that of
 * another checkout in turns: CPU until /health answers, until the pages are loaded, and of --help; memory after the first
 * page of each area. On Linux.
 */
const [rounds = '5', folder] = process.argv.slice(2);
const builds = [process.cwd(), ...(folder === undefined ? [] : [resolve(folder)])];
const measured = builds.map((): Measured[] => []);

const titles = {
  health: 'CPU until /health, ms',
  pages: 'CPU until the pages are loaded, ms',
  help: 'CPU of --help, ms',
  anonymous: 'anonymous memory, MB',
  mapped: 'memory of files, MB',
};

type Measured = Awaited<ReturnType<typeof measureStart>>;

const data = await mkdtemp(join(tmpdir(), 'signet-start-'));
try {
  for (const build of builds) await measureStart(build);
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const [index, build] of builds.entries()) measured[index]?.push(await measureStart(build));
  }
} finally {
  await rm(data, { recursive: true, force: true });
}
console.log(`Node ${process.versions.node}, median of ${rounds} starts\n`);
console.log(`| |${builds.map((build) => ` ${build} |`).join('')}`);
console.log(`|---|${builds.map(() => '--:|').join('')}`);
for (const name of ['health', 'pages', 'help', 'anonymous', 'mapped'] as const) {
  const values = measured.map((all) => ` ${Math.round(median(all.map((one) => one[name])))} |`);
  console.log(`| ${titles[name]} |${values.join('')}`);
}

async function measureStart(build: string) {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    ...{ PATH: process.env.PATH ?? '', PORT: String(port), SIGNET_SECRET: testSecret, SIGNET_LOG_LEVEL: 'warn' },
    ...{ SIGNET_ISSUER: issuer, DATABASE_URL: `file:${join(data, 'signet.db')}` },
  };
  const child = spawn(process.execPath, ['dist/signet.js', 'start'], { cwd: build, env, stdio: 'ignore' });
  const pid = child.pid ?? 0;
  await waitFor(`http://127.0.0.1:${port}/health`);
  const health = cpuMs(pid);
  await waitFor(`http://127.0.0.1:${port}/health?ready=pages`);
  const pages = cpuMs(pid);
  for (const path of ['device', 'account', 'admin']) await (await fetch(`${issuer}/${path}`)).text();
  await delay(2_000);
  const [anonymous, mapped] = [megabytes(pid, 'RssAnon'), megabytes(pid, 'RssFile')];
  child.kill();
  await once(child, 'exit');
  return { health, pages, anonymous, mapped, help: await cpuOfHelp(build) };
}

async function waitFor(url: string): Promise<void> {
  while ((await fetch(url).catch(() => null))?.status !== 200) await delay(10);
}

/** User and system time. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function megabytes(pid: number, kind: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(status)?.[1]) / 1000;
}

function cpuOfHelp(cwd: string): Promise<number> {
  const script = `process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    process.stderr.write(String((user + system) / 1000));
  });
  process.argv.push('prepare', 'signet', '--help');
  await import('./lib/cli/prepare.mjs');`;
  const words = ['--input-type=module', '-e', script];
  return new Promise((done, fail) => {
    execFile(process.execPath, words, { cwd }, (error, _, told) => (error ? fail(error) : done(Number(told))));
  });
}
