import { setTimeout as delay } from 'node:timers/promises';
import { findClient } from '#lib/clients/client-store';
import { deleteClients } from '#lib/clients/delete-clients';
import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { parseConfiguration } from '#lib/config/file';
import { hashHandle } from '#lib/crypto/hash';
import { masterSecret } from '#lib/crypto/master-secret';
import type { OpenDatabase } from '#lib/db/open-database';
import { bumpRevision } from '#lib/db/revision';
import type { Dialect } from '#lib/db/statement';
import { transaction } from '#lib/db/transaction';
import { deleteUsers } from '#lib/sessions/delete-user';
import { signOutUser } from '#lib/sessions/sign-out';
import { testSecret } from '#lib/testing/running-server';
import { bulkInsert } from '#lib/testing/seed/bulk-insert';
import { findRefreshToken } from '#lib/tokens/token-store';
import { findUserByUsername } from '#lib/users/user-store';
import type { Promised } from '../promises';
import { nowhere } from './kills';
import { type CrashPlace, openPlace } from './place';

/** Ten times as many as an end removes or revokes in its own transaction. */
const many = 3_000;
/** The statements of the jobs, and how many of them a job needs at least. */
const moments = [
  { kind: 'DELETE Consent', times: 3 },
  { kind: 'DELETE RefreshToken', times: 10 },
  { kind: 'DELETE Grant', times: 5 },
  { kind: 'UPDATE Grant', times: 10 },
  { kind: 'COMMIT', times: 15 },
] as const;
const patienceMs = 120_000;

/** Everybody whose access ends, and one whose access stays. */
const kinds = ['ofClient', 'ofPerson', 'signedOut', 'kept'] as const;
type Kind = (typeof kinds)[number];
type Round = { readonly number: number; readonly clientId: string; readonly subs: Readonly<Record<Kind, string>> };

/**
 * Kills the server while its jobs remove what belonged to a deleted client and a deleted person, and revoke the grants of
 * a person who was signed out everywhere.
 */
export async function killRemovals(dialect: Dialect, random: () => number): Promise<Promised> {
  const place = await openPlace(dialect);
  const broken: string[] = [];
  let kills = 0;
  try {
    for (const [number, { kind, times }] of moments.entries()) {
      const round = await place.look((open) => prepare(open, number));
      const when = random() < 0.5 ? 'before' : 'after';
      const after = Math.floor(random() * times);
      const at = (lines: readonly string[]) => lines.map((line) => `${when} ${kind} ${after}: ${line}`);
      place.arm({ when, kind, after });
      await place.look((open) => end(open, round));
      if (await isOver(place)) kills += 1;
      else broken.push(...at(['the jobs never reached it']));
      broken.push(...at(await place.look((open) => findAlive(open, round))));
      if (place.isRunning()) place.arm(nowhere);
      else await place.restart();
      broken.push(...at(await place.look((open) => findLeft(open, round))));
    }
  } finally {
    await place.stop();
  }
  return {
    promise: `${dialect}: What was deleted or revoked with ${many} grants stays so, and a job that is killed finishes`,
    tried: `${kills} kills in the middle of a job`,
    broken,
  };
}

async function isOver(place: CrashPlace): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (place.isRunning() && performance.now() < deadline) await delay(20);
  return !place.isRunning();
}

async function prepare(open: OpenDatabase, number: number): Promise<Round> {
  const now = new Date();
  const clientId = `doomed-${number}`;
  const names = { ofPerson: `deleted-${number}`, signedOut: `signed-out-${number}`, kept: `kept-${number}` };
  const client = { client_id: clientId, token_endpoint_auth_method: 'none', redirect_uris: ['https://rp.test/cb'] };
  const file = {
    clients: [{ ...client, scope: 'openid offline_access' }],
    users: Object.values(names).map((username) => ({ username })),
  };
  const options = { prune: false, now, secret: masterSecret(testSecret), by: byCommandLine };
  await applyConfiguration(open, parseConfiguration(JSON.stringify(file)), options);
  const subOf = async (username: string) => (await findUserByUsername(open.db, username))?.sub ?? '';
  const ofPerson = await subOf(names.ofPerson);
  const signedOut = await subOf(names.signedOut);
  const kept = await subOf(names.kept);
  const round = { number, clientId, subs: { ofClient: kept, ofPerson, signedOut, kept } };
  const times = { createdAt: now, expiresAt: new Date(now.getTime() + 86_400_000) };
  const rows = kinds.flatMap((kind) => Array.from({ length: many }, (_, index) => ({ kind, index })));
  await open.session(async (session) => {
    const insert = { session, dialect: open.dialect };
    await bulkInsert(
      insert,
      'Grant',
      rows.map(({ kind, index }) => {
        const grant = { id: idOf(round, kind, index), sub: round.subs[kind], scope: 'openid offline_access', ...times };
        return { ...grant, clientId: kind === 'ofClient' ? clientId : 'app', authTime: now, amr: 'pwd', idp: 'local' };
      }),
    );
    await bulkInsert(
      insert,
      'RefreshToken',
      rows.map(({ kind, index }) => {
        const id = idOf(round, kind, index);
        return { hash: hashHandle(id), grantId: id, ...times };
      }),
    );
    const consents = Array.from({ length: many }, (_, index) => `${clientId}-${index}`);
    await bulkInsert(
      insert,
      'Consent',
      consents.map((sub) => ({ sub, clientId, scope: 'openid', createdAt: now })),
    );
  });
  return round;
}

const idOf = ({ number }: Round, kind: Kind, index: number) => `${kind}-${number}-${index}`;

async function end({ db, dialect }: OpenDatabase, { clientId, subs }: Round): Promise<void> {
  const now = new Date();
  await transaction(db, async (tx) => {
    await bumpRevision(tx);
    await deleteClients(tx, [clientId], { dialect, now });
    await deleteUsers(tx, [subs.ofPerson], { dialect, now });
    await signOutUser(tx, { sub: subs.signedOut, now });
  });
}

/** What still counts, although it ended, or does not count any more, although it stayed. */
async function findAlive({ db }: OpenDatabase, round: Round): Promise<string[]> {
  const found: string[] = [];
  if ((await findClient(db, round.clientId)) !== null) found.push('the client is there');
  for (const kind of kinds) {
    for (let index = 0; index < many; index += 97) {
      const token = await findRefreshToken(db, hashHandle(idOf(round, kind, index)), new Date());
      const isAlive = token !== null && token.grant.revokedAt === null;
      if (isAlive !== (kind === 'kept')) found.push(`${idOf(round, kind, index)} ${isAlive ? 'counts' : 'is over'}`);
    }
  }
  return found;
}

/** Waits for the jobs. @returns what they left, or took from somebody else */
async function findLeft(open: OpenDatabase, round: Round): Promise<string[]> {
  const { db } = open;
  const { clientId, subs } = round;
  const deadline = performance.now() + patienceMs;
  while ((await db.removal.count()) + (await db.revocation.count()) > 0) {
    if (performance.now() > deadline) return ['the jobs did not end'];
    await delay(100);
  }
  const counted = {
    'consents of the client': await db.consent.count({ where: { clientId } }),
    'grants of the client': await db.grant.count({ where: { clientId } }),
    'grants of the person': await db.grant.count({ where: { sub: subs.ofPerson } }),
    'grants that were not revoked': await db.grant.count({ where: { sub: subs.signedOut, revokedAt: null } }),
    'grants that were lost': many - (await db.grant.count({ where: { sub: subs.kept, revokedAt: null } })),
  };
  const left = Object.entries(counted).filter(([, count]) => count !== 0);
  return [...left.map(([name, count]) => `${count} ${name}`), ...(await findAlive(open, round))];
}
