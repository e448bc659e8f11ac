import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listEvents, recordEvents } from '#lib/audit/event-store';
import { fileLimit } from '#lib/config/source';
import { prepareConfiguration } from '#lib/config/start';
import { hashHandle } from '#lib/crypto/hash';
import { type ExplanationRow, saveExplanations } from '#lib/explain/explanation-store';
import { createExplanationWriter } from '#lib/explain/writer';
import { locales } from '#lib/i18n/locales';
import { listKeys } from '#lib/keys/load-key-rings';
import { parseSettings } from '#lib/settings/parse';
import type { Settings } from '#lib/settings/settings';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { createIdentity, findIdentity } from '#lib/users/identity-store';
import { verifyPassword } from '#lib/users/password-hash';
import { passwordLinkSeconds } from '#lib/users/password-link';
import { listUsers } from '#lib/users/user-list-store';
import { findUserByUsername } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import type { Terminal } from './command';
import { commands } from './commands';
import { most, usual } from './registration-token-command';
import { runCommandLine } from './run';

const secret = 'a secret of this test, of some length';
const web = { client_id: 'web', client_secrets: [{ value: 'x' }], redirect_uris: ['https://rp.test/cb'] };

let open: TestDatabase;
let folder: string;

beforeEach(async () => {
  open = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'signet-cli-'));
});

afterEach(async () => {
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

function settings(environment: Record<string, string> = {}): Settings {
  return parseSettings(
    { DATABASE_URL: open.url, SIGNET_SECRET: secret, SIGNET_ISSUER: 'https://op.test', ...environment },
    { readSecretFile: () => secret, fileExists: () => true, processors: 2 },
  );
}

type Run = {
  readonly environment?: Record<string, string>;
  readonly answers?: readonly string[];
  readonly at?: Date;
  readonly stdin?: string;
};

/** Runs a command line. With answers, it runs in a terminal. */
async function run(words: string[], { environment = {}, answers, at = new Date(), stdin = '' }: Run = {}) {
  let out = '';
  const err: string[] = [];
  const asked: string[] = [];
  const left = [...(answers ?? [])];
  const terminal: Terminal = {
    ask: async (question, how) => {
      asked.push(`${question}${how?.hidden ? '(hidden)' : ''}`);
      return left.shift() ?? '';
    },
  };
  const code = await runCommandLine(words, {
    out: (text) => {
      out += text;
    },
    err: (line) => err.push(line),
    settings: () => settings(environment),
    now: at,
    migrations: 'prisma/migrations',
    input: async (maximum) => Buffer.from(stdin).subarray(0, maximum + 1),
    terminal: answers === undefined ? null : terminal,
  });
  return { code, out, err, asked };
}

function file(content: object): string {
  const path = join(folder, 'signet.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

describe('the command line (design: stable surface)', () => {
  it('has these commands', () => {
    expect(commands.map(({ name }) => name)).toEqual([
      'start',
      'migrate',
      'backup',
      'upgrade check',
      'plan',
      'apply',
      'export',
      'client list',
      'user list',
      'user add',
      'user password',
      'user unlock',
      'keys list',
      'keys rotate',
      'keys revoke',
      'secret rotate',
      'registration-token add',
      'registration-token list',
      'registration-token revoke',
      'explain',
      'audit export',
      'audit verify',
      'mail test',
      'doctor',
      'completion',
    ]);
  });

  it.each(['--help', '-h', 'help', 'help --help'])('prints all commands with %s', async (words) => {
    const { code, out, err } = await run(words.split(' '));
    expect([code, err]).toEqual([0, []]);
    for (const { name, summary } of commands) expect(out).toMatch(new RegExp(`  ${name}.*${summary}`));
  });

  it.each(commands.map(({ name }) => name))('prints help for %s', async (name) => {
    const { code, out, err } = await run([...name.split(' '), '--help']);
    expect([code, err]).toEqual([0, []]);
    expect(out.startsWith(`Usage: npm run signet -- ${name}`)).toBe(true);
    expect(await run(['help', ...name.split(' ')])).toMatchObject({ code: 0, out });
    expect(out.split('\n').every((line) => line.length <= 120)).toBe(true);
  });

  it.each([
    [[], 2, []],
    [['nonsense'], 2, ['signet: unknown command "nonsense"; --help lists all commands']],
    [['help', 'nonsense'], 2, [expect.stringMatching(/^signet: unknown command "nonsense/)]],
    [['user'], 2, ['signet: unknown command "user"; expected user list, user add, user password, user unlock']],
    [
      ['user', '--help'],
      2,
      ['signet: unknown command "user --help"; expected user list, user add, user password, user unlock'],
    ],
    [['plan'], 2, ['signet: plan: FILE is missing; see --help']],
    [['plan', 'a', 'b'], 2, ['signet: plan: unexpected argument "b"; see --help']],
    [['export', '--prune'], 2, [expect.stringMatching(/^signet: export: Unknown option '--prune'/)]],
    [['plan', 'missing.yaml'], 1, ['signet: missing.yaml: cannot be read: no such file or folder (ENOENT)']],
  ])('answers %j with %i', async (words, code, err) => {
    const result = await run(words);
    expect([result.code, result.err]).toEqual([code, err]);
  });

  it.each([
    ['aply', 'did you mean apply?'],
    ['user ad', 'did you mean user add?'],
    ['usr list', 'did you mean user list?'],
    ['lists', '--help lists all commands'],
    ['keys', 'expected keys list, keys rotate, keys revoke'],
    ['key x', 'expected keys list, keys rotate, keys revoke'],
  ])('names the command that was probably meant by %s', async (words, hint) => {
    const { code, err } = await run(words.split(' '));
    expect([code, err]).toEqual([2, [`signet: unknown command "${words}"; ${hint}`]]);
  });

  it.each([
    ['plan --prun x', "Unknown option '--prun'; did you mean --prune?"],
    ['user password', 'NAME is missing'],
    ['explain', 'REFERENCE is missing'],
    ['completion bash zsh', 'unexpected argument "zsh"'],
  ])('says what is wrong with the words of %s', async (words, problem) => {
    const { code, err } = await run(words.split(' '));
    expect([code, err]).toEqual([
      2,
      [expect.stringMatching(new RegExp(`^signet: [ \\w]+: ${problem.replace('?', '\\?')}; see --help$`))],
    ]);
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await run(['--version'])).toMatchObject({ code: 0, out: `signet ${version}\n`, err: [] });
  });

  it('has the limits and words of its commands in their help', async () => {
    const helpOf = async (name: string) => (await run([...name.split(' '), '--help'])).out;
    expect(await helpOf('user add')).toContain(`works once, within ${passwordLinkSeconds / 60} minutes`);
    expect(await helpOf('mail test')).toContain(`: ${locales.join(', ')} (en)`);
    const { uses, days } = most;
    expect(await helpOf('registration-token add')).toMatch(
      new RegExp(`1 to ${uses} \\(${usual.uses}\\)[^]*1 to ${days} \\(${usual.days}\\)`),
    );
  });

  it('names a bad setting in one line', async () => {
    const { code, err, out } = await run(['keys', 'list'], { environment: { SIGNET_ISUER: 'x' } });
    expect([code, out]).toEqual([1, '']);
    expect(err).toEqual([expect.stringMatching(/^signet: SIGNET_ISUER: unknown setting/)]);
  });

  it('names a database that cannot be reached in one line', async () => {
    const { code, err } = await run(['keys', 'list'], {
      environment: { DATABASE_URL: 'postgresql://x:y@127.0.0.1:1/z' },
    });
    expect(code).toBe(1);
    expect(err).toEqual([expect.stringMatching(/^signet: DATABASE_URL: cannot connect to the database: [^\n]+$/)]);
  });
});

describe('migrate', () => {
  it('prints applied migrations, then that there are none', async () => {
    const empty = await createEmptyDatabase();
    const environment = { DATABASE_URL: empty.url };
    expect(await run(['migrate'], { environment })).toMatchObject({
      code: 0,
      err: [],
      out: expect.stringMatching(/^applied \d+_init\n/),
    });
    expect(await run(['migrate'], { environment })).toMatchObject({ code: 0, out: 'no migrations to apply\n' });
    await empty.close();
  });

  it('is run by the other commands too', async () => {
    const empty = await createEmptyDatabase();
    const environment = { DATABASE_URL: empty.url };
    const { code, out, err } = await run(['apply', file({ clients: [web] })], { environment });
    expect([code, out]).toEqual([0, '+ client web\n']);
    expect(err[0]).toMatch(/^applied /);
    await empty.close();
  });
});

describe('plan, apply and export', () => {
  it('print the changes', async () => {
    const path = file({ clients: [web], users: [{ username: 'alice', password: 'short' }] });
    const changes = '+ client web\n+ user alice\n';
    const err = ['warning: the password of user alice does not meet the password policy'];
    expect(await run(['plan', path])).toMatchObject({ code: 0, out: changes, err });
    expect(await run(['apply', path])).toMatchObject({ code: 0, out: changes, err });
    expect(await run(['plan', path])).toMatchObject({ code: 0, out: 'no changes\n', err });
  });

  it('read standard input for -, up to the limit of a file', async () => {
    const stdin = JSON.stringify({ clients: [web] });
    expect(await run(['plan', '-'], { stdin })).toMatchObject({ code: 0, out: '+ client web\n' });
    expect(await run(['apply', '-'], { stdin })).toMatchObject({ code: 0, out: '+ client web\n' });
    expect(await run(['plan', '-'], { stdin: '{' })).toMatchObject({
      code: 1,
      err: [expect.stringMatching(/^signet: standard input:1: /)],
    });
    const large = await run(['plan', '-'], { stdin: ' '.repeat(fileLimit.bytes + 1) });
    expect(large).toMatchObject({ code: 1, err: [expect.stringMatching(/^signet: standard input: expected at most/)] });
  });

  it.each([[[]], [['--prune']]])(
    'apply %j finishes a deletion whose name the file has (decision 005)',
    async (options) => {
      await open.db.removal.create({ data: { kind: 'client', name: 'web', startedAt: new Date() } });
      const path = file({ clients: [web] });
      expect(await run(['plan', path])).toMatchObject({
        code: 1,
        err: [expect.stringContaining('still being removed')],
      });
      expect(await run(['apply', ...options, path])).toMatchObject({ code: 0, out: '+ client web\n' });
    },
  );

  it('end with 2 for changes that --exit-code asks about', async () => {
    const path = file({ clients: [web] });
    const refused = join(folder, 'refused.yaml');
    writeFileSync(refused, 'clients: 7\n');
    expect(await run(['plan', path])).toMatchObject({ code: 0 });
    expect(await run(['plan', '--exit-code', path])).toMatchObject({ code: 2, out: '+ client web\n' });
    await run(['apply', path]);
    expect(await run(['plan', '--exit-code', path])).toMatchObject({ code: 0, out: 'no changes\n' });
    expect(await run(['plan', '--exit-code', refused])).toMatchObject({ code: 1 });
    expect(await run(['plan', '--exit-code'])).toMatchObject({ code: 2, out: '' });
  });

  it('print each problem of a file on its own line', async () => {
    const path = file({ clients: [{ ...web, color: 'red' }], users: [{}] });
    const { code, out, err } = await run(['apply', path]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toEqual([
      expect.stringMatching(`signet: ${path}:1: clients\\[0\\].color: unknown key`),
      `signet: ${path}:1: users[0].username: expected text, but it is missing`,
    ]);
  });

  it('write only the configuration to stdout', async () => {
    await run(['apply', file({ clients: [web] })]);
    const { code, out, err } = await run(['export']);
    expect([code, err]).toEqual([0, []]);
    expect(out).toMatch(/^clients:\n {2}- client_id: web\n/);
    const again = join(folder, 'again.yaml');
    writeFileSync(again, out);
    expect((await run(['plan', again, '--prune'])).out).toBe('no changes\n');
  });

  it.each(['out.yaml', 'out.json'])('write it to %s, readable by its owner only', async (name) => {
    await run(['apply', file({ clients: [web] })]);
    const path = join(folder, name);
    expect(await run(['export', path])).toMatchObject({ code: 0, out: '', err: [] });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8').startsWith('{')).toBe(name.endsWith('.json'));
    expect((await run(['plan', path, '--prune'])).out).toBe('no changes\n');
  });

  it('close a file that others could read before they write to it', async () => {
    const path = join(folder, 'open.yaml');
    writeFileSync(path, 'former: content that is longer than the export\n'.repeat(99), { mode: 0o644 });
    await run(['export', path]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).not.toContain('former');
  });

  describe('with --prune', () => {
    const named = 'The file does not list these entries. They will be deleted:\n- client web';

    it('list deletions, then delete without a terminal', async () => {
      await run(['apply', file({ clients: [web] })]);
      expect(await run(['apply', file({}), '--prune'])).toMatchObject({ code: 0, out: '- client web\n', err: [named] });
    });

    it('ask at a terminal', async () => {
      await run(['apply', file({ clients: [web] })]);
      const no = await run(['apply', file({}), '--prune'], { answers: ['n'] });
      expect(no).toMatchObject({ code: 1, out: '', err: [named, 'signet: nothing was changed'] });
      expect((await run(['plan', file({ clients: [web] }), '--prune'])).out).toBe('no changes\n');
      const yes = await run(['apply', file({}), '--prune'], { answers: ['yes'] });
      expect(yes).toMatchObject({ code: 0, out: '- client web\n' });
    });

    it('ask nothing when nothing is deleted', async () => {
      const result = await run(['apply', file({ clients: [web] }), '--prune'], { answers: [] });
      expect(result).toMatchObject({ code: 0, asked: [], out: '+ client web\n' });
    });
  });
});

describe('user unlock', () => {
  it('clears what limits attempts at an account, and is recorded', async () => {
    await run(['user', 'add', 'alice']);
    const { db } = open;
    const { sub } = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
    await db.factorFailure.create({ data: { sub, factor: 'totp', failures: 100, stoppedAt: new Date() } });
    expect(await run(['user', 'unlock', 'ALICE'])).toMatchObject({ code: 0, out: 'user alice can try again\n' });
    expect(await db.factorFailure.count()).toBe(0);
    const [event] = await db.auditEvent.findMany({ where: { type: 'user.unlocked' } });
    expect(event).toMatchObject({ actorKind: 'command_line', targetId: sub });
  });

  it('names a user that does not exist', async () => {
    expect(await run(['user', 'unlock', 'nobody'])).toMatchObject({
      code: 1,
      err: ['signet: user nobody does not exist'],
    });
  });
});

describe('user add and user password', () => {
  const password = 'seven violet lanterns hum';

  it('ask for the password at a terminal, unseen and twice', async () => {
    const added = await run(['user', 'add', 'Alice', '--admin', 'owner'], { answers: [password, password] });
    expect(added).toMatchObject({
      code: 0,
      out: 'created user Alice\n',
      asked: ['Password: (hidden)', 'Repeat the password: (hidden)'],
    });
    const user = await findUserByUsername(open.db, 'alice');
    expect(user).toMatchObject({ username: 'Alice', admin: 'owner', enabled: true });
    expect(await verifyPassword(user?.passwordHash ?? null, password)).toBe(true);

    const next = 'eleven crooked ferries sail';
    expect(await run(['user', 'password', 'ALICE'], { answers: [next, next] })).toMatchObject({ code: 0 });
    const changed = await findUserByUsername(open.db, 'alice');
    expect(await verifyPassword(changed?.passwordHash ?? null, next)).toBe(true);
  });

  it('print a one-time link without a terminal (design: stable surface)', async () => {
    const now = new Date('2026-01-01T12:00:00Z');
    const { code, out, err } = await run(['user', 'add', 'alice'], { at: now });
    expect([code, err]).toEqual([0, []]);
    const token = /^https:\/\/op\.test\/setup\?token=([\w-]{43})\n$/.exec(out)?.[1] ?? '';
    const links = await open.db.passwordLink.findMany();
    expect(links).toMatchObject([{ hash: hashHandle(token), usedAt: null, createdAt: now }]);
    expect((await listUsers(open.db))[0]).toMatchObject({ passwordHash: null, admin: null });

    await run(['user', 'password', 'alice'], { at: now });
    const unused = await open.db.passwordLink.findMany({ where: { usedAt: null } });
    expect(unused).toHaveLength(1);
    expect(unused[0]?.hash).not.toBe(hashHandle(token));
  });

  it('sign the person out everywhere when the password is set', async () => {
    await run(['user', 'add', 'alice'], { answers: [password, password] });
    const [user] = await listUsers(open.db);
    const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + 86_400_000) };
    await open.db.browser.create({ data: { id: 'b', handleHash: 'h', ...times } });
    const session = { sid: 's', browserId: 'b', sub: user?.sub ?? '', idp: 'local', remember: false };
    await open.db.session.create({ data: { ...session, ...times, authTime: new Date(), lastSeenAt: new Date() } });
    await run(['user', 'password', 'alice'], { answers: [`${password}!`, `${password}!`] });
    expect((await open.db.session.findMany())[0]?.endedAt).toBeInstanceOf(Date);
  });

  it('are in the audit log with the identities that the former password connected (security #116, #163)', async () => {
    await run(['user', 'add', 'alice'], { answers: [password, password] });
    const [user] = await listUsers(open.db);
    const identity = { provider: 'corp', issuer: 'https://corp.test', subject: 'mallory' };
    const connectedAt = new Date(Date.now() + 1_000);
    await createIdentity(open.db, proven('provider', user?.sub ?? ''), { ...identity, claims: [] }, connectedAt);
    await run(['user', 'password', 'alice'], { answers: [`${password}!`, `${password}!`] });
    await run(['user', 'password', 'alice']);
    expect(await findIdentity(open.db, identity)).toBeNull();
    const events = await listEvents(open.db, {}, 10);
    expect(events.map(({ type, actorKind, targetName }) => [type, actorKind, targetName]).sort()).toEqual([
      ['identity.unlinked', 'command_line', 'alice'],
      ['password.changed', 'command_line', 'alice'],
      ['password_link.created', 'command_line', 'alice'],
      ['user.created', 'command_line', 'alice'],
    ]);
    expect(events.map(({ details }) => JSON.parse(details))).toContainEqual(identity);
    expect(JSON.stringify(events)).not.toContain(password);
  });

  it('hold the password to password_min_length (security #88)', async () => {
    await run(['apply', file({ portal: { password_min_length: 64 } })]);
    const { err } = await run(['user', 'add', 'alice'], { answers: [password, password] });
    expect(err).toEqual(['signet: password: expected at least 64 characters; nothing was changed']);
  });

  it.each([
    [['user', 'add', 'alice'], ['short'], 'password: expected at least 15 characters; nothing was changed'],
    [['user', 'add', 'alice'], [password, 'other'], 'the passwords do not match; nothing was changed'],
    [['user', 'add', 'bob'], [], 'user bob already exists'],
    [['user', 'add', ' BOB '], [], 'user BOB already exists'],
    [['user', 'add', 'a\0b'], [], 'NAME: expected 1 to 100 visible characters'],
    [['user', 'add', 'alice', '--admin', 'root'], [], '--admin: expected one of owner, editor, auditor'],
    [
      ['user', 'add', 'victim@corp.example'],
      [],
      'NAME: an email address can only be the username of the user who has verified it (email_verified: true)',
    ],
    [['user', 'password', 'nobody'], [], 'user nobody does not exist'],
  ])('%j refuses with one line and changes nothing', async (words, answers, message) => {
    await run(['user', 'add', 'bob']);
    const result = await run(words, { answers });
    expect(result).toMatchObject({ code: 1, out: '', err: [`signet: ${message}`] });
    expect(await listUsers(open.db)).toHaveLength(1);
  });
});

describe('audit export', () => {
  it('prints the events before a time, the oldest first, and records that it did', async () => {
    const actor = { kind: 'user', id: 'u', name: 'alice' } as const;
    for (const day of ['2026-01-01', '2026-01-02', '2026-01-03']) {
      const event = { type: 'sign_in.succeeded', outcome: 'success', actor, details: { day } } as const;
      await recordEvents(open.db, [event], new Date(day));
    }
    const { code, out } = await run(['audit', 'export', '--before', '2026-01-03'], { at: new Date('2026-02-01') });
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([code, lines.map(({ details }) => details?.day)]).toEqual([0, ['2026-01-01', '2026-01-02', undefined]]);
    expect(lines.at(-1)).toEqual({ head: { sequence: 3, hash: expect.stringMatching(/^[\w-]{43}$/) } });
    expect(lines[0]).toMatchObject({ at: '2026-01-01T00:00:00.000Z', type: 'sign_in.succeeded', actorName: 'alice' });
    const [told] = await listEvents(open.db, { types: ['audit.exported'] }, 1);
    expect([told?.actorKind, JSON.parse(told?.details ?? '{}')]).toEqual([
      'command_line',
      { rows: 2, before: '2026-01-03T00:00:00.000Z' },
    ]);
  });

  it.each(['yesterday', '2026', '2026-13-01', '2026-02-31', '2026-01-31T25:00:00Z', '2026-01-31T12:00:00'])(
    'refuses the time %s',
    async (time) => {
      const { code, err } = await run(['audit', 'export', '--before', time]);
      expect([code, err.length]).toEqual([1, 1]);
    },
  );
});

describe('audit verify', () => {
  const actor = { kind: 'user', id: 'u', name: 'alice' } as const;
  const event = { type: 'sign_in.succeeded', outcome: 'success', actor } as const;

  it('compares with what audit export wrote, as doctor does', async () => {
    await prepareConfiguration({ open, settings: settings(), now: new Date() });
    await recordEvents(open.db, [event, event, event], new Date());
    const path = join(folder, 'audit.jsonl');
    writeFileSync(path, (await run(['audit', 'export'])).out);
    const whole = await run(['audit', 'verify', '--from', path]);
    expect(whole.code).toBe(0);
    expect(whole.out).toMatch(/^ok {4}audit log: the hash chain of \d+ events is intact\nok {4}export: .* matches/);

    const newest = await open.db.auditSeal.findMany({ orderBy: { sequence: 'desc' }, take: 2 });
    await open.db.auditSeal.deleteMany({ where: { sequence: { in: newest.map(({ sequence }) => sequence) } } });
    await open.db.auditEvent.deleteMany({ where: { id: { in: newest.map(({ eventId }) => eventId) } } });
    const problem = /^WRONG export: .*:\d+: event \d+ was removed\n {6}Someone changed the database/m;
    expect((await run(['audit', 'verify'])).code).toBe(0);
    for (const words of [['audit', 'verify'], ['doctor']]) {
      const { code, out } = await run([...words, '--from', path]);
      expect([code, out]).toEqual([1, expect.stringMatching(problem)]);
    }
  });

  it('finds events of a command sealed, even without a running server', async () => {
    await prepareConfiguration({ open, settings: settings(), now: new Date() });
    await run(['user', 'add', 'alice']);
    expect(await listEvents(open.db, { types: ['user.created'] }, 2)).toHaveLength(1);
    const anHourLater = new Date(Date.now() + 3_600_000);
    expect(await run(['audit', 'verify'], { at: anHourLater })).toMatchObject({ code: 0 });
  });

  it('seals nothing after a command that recorded nothing', async () => {
    await prepareConfiguration({ open, settings: settings(), now: new Date() });
    await run(['user', 'add', 'alice']);
    const forged = {
      id: 'forged',
      at: new Date(),
      type: 'user.created',
      outcome: 'success',
      actorKind: 'user',
      details: '{}',
    };
    await open.db.auditEvent.create({ data: forged });
    await run(['keys', 'list']);
    expect(await open.db.auditSeal.count({ where: { eventId: 'forged' } })).toBe(0);
  });

  it('reports in one line that a file is not an export', async () => {
    await prepareConfiguration({ open, settings: settings(), now: new Date() });
    const { code, out } = await run(['audit', 'verify', '--from', file({})]);
    expect([code, out]).toEqual([1, expect.stringMatching(/^WRONG export: .*:1: not a line of an export$/m)]);
  });
});

describe('secret rotate', () => {
  const next = 'the next secret of this test, as long';
  const rotating = { SIGNET_SECRET: next, SIGNET_SECRET_PREVIOUS: secret.replaceAll(',', '\\,') };
  const rotated = { SIGNET_SECRET: next };

  it('seals values of the former secret again, once, and retires it', async () => {
    await prepareConfiguration({ open, settings: settings(), now: new Date() });
    const { code, out, err } = await run(['secret', 'rotate'], { environment: rotating });
    expect([code, err]).toEqual([0, []]);
    expect(out).toMatch(/^encrypted 4 values again with the secret [\da-f]{8}\nkeep the previous secret .* until 20/);
    const again = await run(['secret', 'rotate'], { environment: rotating });
    expect(again.out).toMatch(/^encrypted 0 values again with the secret [\da-f]{8}\n$/);
    expect((await run(['doctor'], { environment: rotated })).code).toBe(0);
    expect((await run(['doctor'])).code).toBe(1);
  });

  it('is requested by doctor until it was run', async () => {
    await prepareConfiguration({ open, settings: settings(), now: new Date() });
    const { out } = await run(['doctor'], { environment: rotating });
    expect(out).toMatch(
      /^ok {4}secret: .*; some values are still encrypted with a previous secret: run signet secret rotate/m,
    );
  });

  it.each([
    ['without the former secret', rotated, /^signet: SIGNET_SECRET does not belong/],
    [
      'with a wrong list',
      { ...rotating, SIGNET_SECRET_PREVIOUS: 'x'.repeat(40) },
      /^signet: SIGNET_SECRET does not belong/,
    ],
  ])('refuses to begin %s and changes nothing (security #141)', async (_, environment, message) => {
    await prepareConfiguration({ open, settings: settings(), now: new Date() });
    const { code, err } = await run(['secret', 'rotate'], { environment });
    expect([code, err]).toEqual([1, [expect.stringMatching(message)]]);
    expect((await run(['doctor'])).code).toBe(0);
  });
});

describe('keys', () => {
  it('are listed with their phases and rotated without an interruption', async () => {
    const now = new Date('2026-01-01T12:00:00Z');
    expect(await run(['keys', 'rotate'], { at: now })).toMatchObject({
      code: 0,
      out: 'no keys yet: the first start creates them\n',
    });
    await prepareConfiguration({ open, settings: settings(), now });
    const before = await run(['keys', 'list'], { at: now });
    expect(before.out.trim().split('\n')).toHaveLength(2);
    expect(before.out).toMatch(/^[\w-]+ {2}(RS256|ES256) {2}active/);
    const rotated = await run(['keys', 'rotate'], { at: now });
    expect(rotated.out).toMatch(/^(RS256|ES256): new key [\w-]+ signs from 2026-01-01T12:15:00\.000Z\n/);
    expect((await run(['keys', 'rotate'], { at: now })).out).toMatch(/already announced/);
    const phases = (await listKeys(open.db, now)).map(({ phase }) => phase);
    expect(phases.sort()).toEqual(['active', 'active', 'announced', 'announced']);
    const recorded = await listEvents(open.db, { types: ['key.rotated'] }, 10);
    expect(recorded.map(({ actorKind, targetKind, targetName }) => [actorKind, targetKind, targetName]).sort()).toEqual(
      [
        ['command_line', 'key', 'ES256'],
        ['command_line', 'key', 'RS256'],
      ],
    );
  });

  it('of a former rotation verify until the longest token of any client has expired', async () => {
    const now = new Date('2026-01-01T12:00:00Z');
    await prepareConfiguration({ open, settings: settings(), now });
    await run(['apply', file({ clients: [{ ...web, access_token_lifetime_seconds: 86_400 }] })], { at: now });
    await run(['keys', 'rotate'], { at: now });
    const expiries = (await listKeys(open.db, now)).flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
    expect(expiries).toHaveLength(2);
    for (const expiresAt of expiries) expect(expiresAt.getTime()).toBeGreaterThan(now.getTime() + 86_400_000);
  });
});

describe('keys revoke', () => {
  it('takes an identifier that begins with a dash (RFC 7638)', async () => {
    const { code, err } = await run(['keys', 'revoke', '-qUeqYC3rFIsN0n8']);
    expect([code, err]).toEqual([1, ['signet: this key does not exist or is already revoked']]);
  });

  it('ends a key at once, replaces it and records the event', async () => {
    const now = new Date('2026-01-01T12:00:00Z');
    await prepareConfiguration({ open, settings: settings(), now });
    const [key] = await listKeys(open.db, now);
    const { code, out } = await run(['keys', 'revoke', key?.kid ?? ''], { at: now });
    const live = (await listKeys(open.db, now)).filter(({ phase }) => phase === 'active');
    const replacement = live.find(({ alg }) => alg === key?.alg)?.kid;
    expect([code, out]).toEqual([0, `${key?.alg}: revoked ${key?.kid}, replaced by ${replacement}\n`]);
    expect(live.map(({ kid }) => kid)).not.toContain(key?.kid);
    const [event] = await listEvents(open.db, { types: ['key.revoked'] }, 10);
    expect(event).toMatchObject({ actorKind: 'command_line', targetId: key?.kid, targetName: key?.alg });
    const again = await run(['keys', 'revoke', key?.kid ?? ''], { at: now });
    expect([again.code, again.err]).toEqual([1, ['signet: this key does not exist or is already revoked']]);
  });
});

describe('client list and user list', () => {
  const users = [
    { username: 'alice', admin: 'owner', claims: { name: 'Alice Smith', email: 'alice@example.com' } },
    { username: 'bob', enabled: false, tenants: 'none' },
    { username: 'zoë', claims: { name: 'Zoë' } },
  ];
  const clients = [
    { ...web, client_name: 'Shop' },
    { client_id: 'job', enabled: false, client_secrets: [{ value: 'y' }], grant_types: ['client_credentials'] },
  ];
  beforeEach(async () => {
    await run(['apply', file({ clients, users })]);
  });

  it('print one line for each, and escape what a terminal would obey', async () => {
    const { code, out, err } = await run(['user', 'list']);
    expect([code, err]).toEqual([0, []]);
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^alice {2}\S+ {2}enabled {3}owner {2}alice@example\.com$/),
      expect.stringMatching(/^bob {2}\S+ {2}disabled {2}- {2}-$/),
      expect.stringMatching(/^zo\\u\{eb\} {2}\S+ {2}enabled {3}- {2}-$/),
      '',
    ]);
    expect((await run(['client', 'list'])).out.split('\n')).toEqual([
      expect.stringMatching(/^job {2}\w+ {2}disabled {2}job$/),
      expect.stringMatching(/^web {2}\w+ {2}enabled {3}Shop$/),
      '',
    ]);
  });

  it('find what a search names', async () => {
    expect((await run(['user', 'list', 'smi'])).out).toMatch(/^alice [^\n]+\n$/);
    expect((await run(['user', 'list', 'nobody'])).out).toBe('');
    expect((await run(['client', 'list', 'rp.test'])).out).toMatch(/^web [^\n]+\n$/);
    expect((await run(['client', 'list', 'shop'])).out).toMatch(/^web [^\n]+\n$/);
  });

  it('print one JSON object a line', async () => {
    const objects = async (words: string[]) => {
      const { out } = await run([...words, '--json']);
      return out
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line));
    };
    expect(await objects(['user', 'list', 'zoë'])).toEqual([
      {
        ...{ username: 'zoë', sub: expect.any(String), enabled: true, role: null, name: 'Zoë', email: null },
        ...{ tenants: 'all', created: expect.stringMatching(/Z$/), last_sign_in: null },
      },
    ]);
    expect(await objects(['client', 'list', 'web'])).toEqual([
      {
        ...{ client_id: 'web', name: 'Shop', kind: expect.any(String), enabled: true, self_registered: false },
        ...{
          redirect_uris: ['https://rp.test/cb'],
          scope: expect.any(Array),
          tenant: null,
          secrets: expect.any(String),
        },
      },
    ]);
  });

  it('list more users than one page has', async () => {
    const many = Array.from({ length: 1003 }, (_, index) => ({ username: `person-${index}` }));
    await run(['apply', file({ users: many })]);
    const names = (await run(['user', 'list'])).out.trimEnd().split('\n');
    expect(new Set(names.map((line) => line.split(' ')[0])).size).toBe(1006);
    expect(await run(['user', 'list', 'person'])).toMatchObject({
      err: ['showing the first 50 matches: enter more letters to narrow the search'],
    });
  });
});

describe('backup', () => {
  it('copies a SQLite file in use, readable only by its owner, and never overwrites a file', async () => {
    if (open.dialect === 'postgresql') {
      const refused = await run(['backup', join(folder, 'copy.db')]);
      expect([refused.code, refused.err[0]]).toEqual([1, expect.stringContaining('use pg_dump')]);
      return;
    }
    await prepareConfiguration({ open, settings: settings(), now: new Date() });
    const copy = join(folder, 'copy.db');
    const { code, out, err } = await run(['backup', copy]);
    expect([code, err]).toEqual([0, []]);
    expect(out).toBe(`${copy}: ${statSync(copy).size} bytes\n`);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect((await run(['doctor'], { environment: { DATABASE_URL: `file:${copy}` } })).code).toBe(0);
    const again = await run(['backup', copy]);
    expect([again.code, again.err[0]]).toEqual([
      1,
      expect.stringMatching(/cannot write .*copy\.db: it already exists/),
    ]);
    const nothing = await run(['backup', join(folder, 'none.db')], {
      environment: { DATABASE_URL: `file:${join(folder, 'missing.db')}` },
    });
    expect([nothing.code, readdirSync(folder)]).toEqual([1, expect.not.arrayContaining(['missing.db', 'none.db'])]);
  });
});

describe('doctor', () => {
  it('finds no problem in an installation that was started', async () => {
    await prepareConfiguration({ open, settings: settings(), now: new Date() });
    const { code, out, err } = await run(['doctor']);
    expect([code, err]).toEqual([0, []]);
    const subjects = [
      'settings',
      'data folder',
      'mail',
      'database',
      ...(open.dialect === 'sqlite' ? ['database file'] : []),
      'migrations',
      'clock',
      'configuration',
      ...(open.dialect === 'sqlite' ? [] : ['writes']),
      'secret',
      'keys',
      'audit log',
      'addresses',
      'outbox',
    ];
    expect(out.match(/^ok .*/gm)?.map((line) => line.slice(6).split(':')[0])).toEqual(subjects);
  });

  it.each([
    ['a setting that is not one', { environment: { SIGNET_ISUER: 'x' } }, /^WRONG settings: SIGNET_ISUER/m],
    ['another secret', { environment: { SIGNET_SECRET: 'another secret of this test, as long' } }, /^WRONG secret: /m],
    [
      'a clock that is wrong',
      { at: new Date('2020-01-01T00:00:00Z') },
      /^WRONG clock: .* seconds behind the database/m,
    ],
    [
      'keys from the future',
      { at: new Date('2020-01-01T00:00:00Z') },
      /^WRONG keys: the key .* was created in the future/m,
    ],
    [
      'a configuration file that is not there',
      { environment: { SIGNET_CONFIG: 'missing.yaml' } },
      /^WRONG configuration: missing\.yaml: cannot be read/m,
    ],
    [
      'a database that does not answer',
      { environment: { DATABASE_URL: 'postgresql://x:y@127.0.0.1:1/z' } },
      /^WRONG database: /m,
    ],
  ])('finds %s and says what to do', async (_name, how, line) => {
    await prepareConfiguration({ open, settings: settings(), now: new Date() });
    const { code, out } = await run(['doctor'], how);
    expect(code).toBe(1);
    expect(out).toMatch(line);
    expect(out).toMatch(/^WRONG .*\n {6}\S/m);
  });

  it('finds a missing key', async () => {
    await prepareConfiguration({ open, settings: settings(), now: new Date() });
    await open.db.signingKey.deleteMany({ where: { alg: 'RS256' } });
    expect((await run(['doctor'])).out).toMatch(/^WRONG keys: no active key for RS256\n {6}Restart the server/m);
  });

  it('finds events of the audit log that the server did not seal (security #163)', async () => {
    await prepareConfiguration({ open, settings: settings(), now: new Date() });
    const actor = { kind: 'anonymous', id: null, name: null } as const;
    const event = { type: 'user.deleted', outcome: 'success', actor } as const;
    await recordEvents(open.db, [event], new Date(Date.now() - 3_600_000));
    const { code, out } = await run(['doctor']);
    expect(code).toBe(1);
    expect(out).toMatch(/^WRONG audit log: contains events that the server did not seal\n {6}Someone changed/m);
  });

  it('checks the configuration on request, and separates errors from the rest', async () => {
    const path = file({ clients: [{ ...web, client_name: 'Shop', scope: 'openid', require_pkce: false }] });
    await run(['apply', path]);
    await prepareConfiguration({ open, settings: settings(), now: new Date() });
    expect((await run(['doctor'])).out).not.toContain('PKCE');
    const warned = await run(['doctor', '--config']);
    expect(warned.out).toMatch(/^ok {4}warning: Client without PKCE: client web \(Shop\)\n {6}PKCE also protects/m);
    expect(warned.code).toBe(0);
    const ended = [{ value: 'x', expires_at: '2020-01-01T00:00:00Z' }];
    await run(['apply', file({ clients: [{ ...web, scope: 'openid', client_secrets: ended }] })]);
    const failed = await run(['doctor', '--config']);
    expect(failed.out).toMatch(/^WRONG error: All secrets have expired: client web$/m);
    expect(failed.code).toBe(1);
  });

  it('finds a data folder that cannot be written', async () => {
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, '');
    const { code, out } = await run(['doctor'], { environment: { DATABASE_URL: `file:${blocked}/signet.db` } });
    expect(code).toBe(1);
    expect(out).toMatch(/^WRONG data folder: /m);
  });
});

describe('registration-token (RFC 7591 §1.2)', () => {
  const at = new Date('2026-01-01T12:00:00Z');

  it('creates, lists and revokes initial access tokens, and stores only hashes', async () => {
    const { out } = await run(['registration-token', 'add'], { at });
    const token = out.trim();
    expect(token).toMatch(/^[\w-]{43}$/);
    const limits = ['--uses', '20', '--expires', '30', '--flows', 'all', '--description', 'partners'];
    await run(['registration-token', 'add', ...limits], { at: new Date('2026-01-01T12:00:01Z') });
    const listed = await run(['registration-token', 'list'], { at });
    expect(listed.out).not.toContain(token);
    const id = Buffer.from(hashHandle(token), 'base64url').toString('hex').slice(0, 12);
    expect(listed.out.split('\n')).toEqual([
      `${id}  1  code  2026-01-01T12:00:00.000Z  2026-01-08T12:00:00.000Z`,
      expect.stringMatching(
        /^[\da-f]{12} {2}20 {2}all {2}2026-01-01T12:00:01.000Z {2}2026-01-31T12:00:01.000Z {2}partners$/,
      ),
      '',
    ]);
    expect(await run(['registration-token', 'revoke', id])).toMatchObject({
      code: 0,
      out: expect.stringContaining(id),
    });
    expect((await run(['registration-token', 'list'], { at })).out).not.toContain(id);
    expect(await run(['registration-token', 'revoke', id])).toMatchObject({
      code: 1,
      err: [`signet: registration token ${id} does not exist`],
    });
    const events = await listEvents(open.db, {}, 10);
    expect(events.toReversed(), 'each once, without the token (security #163)').toMatchObject([
      { type: 'registration_token.created', actorKind: 'command_line', targetId: id, targetName: null },
      { type: 'registration_token.created', targetName: 'partners' },
      { type: 'registration_token.revoked', targetId: id },
    ]);
    expect(JSON.stringify(events)).not.toContain(token);
  });

  it.each([
    [['--uses', '0'], '--uses: expected a number from 1 to 1000000'],
    [['--uses', 'many'], '--uses: expected a number from 1 to 1000000'],
    [['--flows', 'implicit'], '--flows: expected code or all'],
    [['--expires', '3651'], '--expires: expected a number from 1 to 3650'],
    [['--description', 'a\nb'], '--description: expected one line of at most 200 characters'],
  ])('refuses %j', async (words, problem) => {
    const { code, err, out } = await run(['registration-token', 'add', ...words]);
    expect([code, err, out]).toEqual([1, [`signet: ${problem}`], '']);
  });
});

describe('signet explain', () => {
  const refused = new Date('2026-01-01T12:00:00Z');
  const refusal = {
    endpoint: '/connect/authorize',
    clientAddress: '192.0.2.7',
    rule: 'redirect_uri_not_registered',
    error: 'invalid_request',
    description: 'The redirect_uri is not registered for this client',
    clientId: 'web',
    facts: { received: 'https://rp.test/cb/', registered: ['https://rp.test/cb'] },
  };

  async function refuse(): Promise<string> {
    await run(['apply', file({ clients: [{ ...web, client_name: 'Web shop' }] })]);
    const write = (rows: readonly ExplanationRow[]) => saveExplanations(open.db, rows);
    const writer = createExplanationWriter({ write, isTemporary: () => false });
    const reference = writer.record(refusal, refused);
    await writer.flush();
    return reference;
  }

  it('shows the reason and the name of the client, and accepts the reference as typed', async () => {
    const reference = await refuse();
    const { code, out, err } = await run(['explain', reference]);
    expect([code, err]).toEqual([0, []]);
    expect(out).toContain('client       web (Web shop)\n');
    expect(out).toContain('^ trailing slash\n');
    const typed = [reference.slice(0, 4).toLowerCase(), `${reference.slice(4, 7)}-${reference.slice(7)}`];
    expect((await run(['explain', ...typed])).out).toBe(out);
    expect(out).toContain(`reference    ${reference}\n`);
  });

  it.each([
    ['unknown', '0000000000', /^signet: no explanation found for 0000000000: explanations are kept for 7 days/],
    ['no reference at all', 'hello', /^signet: a reference has ten letters and digits/],
  ])('answers 1 with a sentence when it is %s', async (_, typed, sentence) => {
    const { code, out, err } = await run(['explain', typed]);
    expect([code, out]).toEqual([1, '']);
    expect(err.join('\n')).toMatch(sentence);
  });
});
