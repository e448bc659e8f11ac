import { endRequest, takeUntold } from '#lib/access-requests/request-store';
import { takeKey } from '#lib/admin/api/idempotency/request-key-store';
import { deleteDismissals, saveDismissals } from '#lib/admin/checks/dismissal-store';
import { endTrace } from '#lib/admin/traces/trace-store';
import { takeAnswered } from '#lib/clients/agents/asked-store';
import { claimLogo } from '#lib/clients/logos/logo-store';
import { masterSecret } from '#lib/crypto/master-secret';
import { createId } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { bumpRevision, holdConfiguration, keepHolding, readRevision } from '#lib/db/revision';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import { saveExplanations } from '#lib/explain/explanation-store';
import { holdLease } from '#lib/jobs/lease-store';
import { revokeKey } from '#lib/keys/revoke-key';
import { rotateKeys } from '#lib/keys/rotate-keys';
import { claimMail, insertMail } from '#lib/mail/outbox-store';
import { claimNotice } from '#lib/sessions/logout-notice-store';
import { testSecret } from '#lib/testing/running-server';
import { maximumSteps } from '#lib/trace/step-detail';
import { saveSteps } from '#lib/trace/step-store';
import { clientId, inAnHour, newPerson } from './rows';
import { type StoreRace, storeRace } from './store-race';

const secret = masterSecret(testSecret);

async function newLogoClient(db: Database, agentState = 'approved'): Promise<string> {
  const { clientId: _, ...like } = await db.client.findUniqueOrThrow({ where: { clientId } });
  const id = `logo-${createId()}`;
  await db.client.create({ data: { ...like, clientId: id, agentState } });
  return id;
}

async function newAccessRequest(db: Database): Promise<string> {
  const id = createId();
  const times = { createdAt: new Date(), expiresAt: inAnHour() };
  await db.accessRequest.create({ data: { id, clientId, sub: await newPerson(db), state: 'pending', ...times } });
  return id;
}

async function newTrace(db: Database, seen: number): Promise<string> {
  const id = createId();
  const times = { startedAt: new Date(), endsAt: inAnHour(), expiresAt: inAnHour() };
  await db.trace.create({ data: { id, clientId, actorName: 'x', seen, ...times } });
  return id;
}

/** Every algorithm has exactly one key that signs now. */
async function checkKeys(db: Database): Promise<string | null> {
  const now = new Date();
  const keys = await db.signingKey.findMany();
  const active = keys.filter(
    ({ activatesAt, retiresAt }) => activatesAt <= now && (retiresAt === null || retiresAt > now),
  );
  const waiting = keys.filter(({ activatesAt }) => activatesAt > now);
  const isOnce = (list: readonly { alg: string }[]) => new Set(list.map(({ alg }) => alg)).size === list.length;
  return isOnce(active) && isOnce(waiting) && active.length > 0 ? null : 'an algorithm has two keys, or none';
}

/** Lets others change the configuration again. */
async function letGo(db: Database): Promise<null> {
  await db.revision.updateMany({ data: { heldBy: null, heldAt: null } });
  return null;
}

export const jobRaces: readonly StoreRace[] = [
  storeRace({
    promise: 'A mail is claimed for one attempt',
    places: ['lib/mail/outbox-store.ts: claimMail', 'lib/mail/outbox-store.ts: insert'],
    prepare: async (db) => {
      const [id, due] = [createId(), new Date()];
      const mail = { id, kind: 'recover', sealed: 'x', nextAttemptAt: due, expiresAt: inAnHour() };
      await run(db, [insertMail(mail, due)]);
      return { id, due: due.getTime() };
    },
    use: (db, { id, due }) => {
      const mail = { id, kind: 'recover', sealed: 'x', attempts: 0, createdAt: new Date(due) };
      return claimMail(db, { ...mail, nextAttemptAt: new Date(due) }, inAnHour());
    },
  }),
  storeRace({
    promise: 'A request for access is decided once',
    places: ['lib/access-requests/request-store.ts: endRequest'],
    prepare: newAccessRequest,
    use: (db, id) => transaction(db, (tx) => endRequest(tx, id, { state: 'declined' }, new Date())),
  }),
  storeRace({
    promise: 'The approvers of a request are told by one process',
    places: ['lib/access-requests/request-store.ts: takeUntold'],
    prepare: newAccessRequest,
    use: (db, id) => transaction(db, (tx) => takeUntold(tx, id, new Date())),
  }),
  storeRace({
    promise: 'A logout token is claimed for one attempt',
    places: ['lib/sessions/logout-notice-store.ts: claimNotice'],
    prepare: async (db) => {
      const [id, due] = [createId(), new Date()];
      const times = { createdAt: due, nextAttemptAt: due, expiresAt: inAnHour() };
      await db.logoutNotice.create({ data: { id, clientId, sid: 'x', sub: 'x', ...times } });
      return { id, due: due.getTime() };
    },
    use: (db, { id, due }) => {
      const notice = { id, clientId, sid: 'x', sub: 'x', attempts: 0, nextAttemptAt: new Date(due) };
      return claimNotice(db, notice, inAnHour());
    },
  }),
  storeRace({
    promise: 'A new logo is fetched by one process',
    places: ['lib/clients/logos/logo-store.ts: insertClaim'],
    prepare: newLogoClient,
    use: async (db, id) =>
      (await claimLogo(db, null, { clientId: id, uri: 'https://a.test', until: inAnHour() })) === 1,
  }),
  storeRace({
    promise: 'A logo is fetched again by one process',
    places: ['lib/clients/logos/logo-store.ts: claimLogo'],
    prepare: async (db) => {
      const [id, until] = [await newLogoClient(db), new Date()];
      await claimLogo(db, null, { clientId: id, uri: 'https://a.test', until });
      return { id, until: until.getTime() };
    },
    use: async (db, { id, until }) => {
      const former = { clientId: id, uri: 'https://a.test', hash: null, problem: null, attempts: 1 };
      const claim = { clientId: id, uri: former.uri, until: inAnHour() };
      return (await claimLogo(db, { ...former, nextAttemptAt: new Date(until) }, claim)) === 2;
    },
  }),
  storeRace({
    promise: 'The people who asked for an agent are told of its approval once',
    places: ['lib/clients/agents/asked-store.ts: takeAnswered'],
    prepare: async (db) => {
      const asked = { clientId: await newLogoClient(db), sub: await newPerson(db) };
      await db.agentRequest.create({ data: { ...asked, expiresAt: inAnHour() } });
      return asked;
    },
    use: (db, asked) => transaction(db, (tx) => takeAnswered(tx, asked)),
  }),
  storeRace({
    promise: 'A job runs in one process',
    places: ['lib/jobs/lease-store.ts: holdLease'],
    prepare: async () => createId(),
    use: (db, job, index) => holdLease(db, { job, holder: `process ${index}`, until: inAnHour() }, new Date()),
  }),
  storeRace({
    promise: 'Each write of the configuration has a number of its own',
    places: ['lib/db/revision.ts: bumpRevision'],
    successes: null,
    prepare: readRevision,
    use: async (db, before) => (await transaction(db, bumpRevision)) > before,
    check: async (db, before) => {
      const after = await readRevision(db);
      return after === before + 16 ? null : `16 writes moved the revision by ${after - before}`;
    },
  }),
  storeRace({
    promise: 'One large change holds the configuration',
    places: ['lib/db/revision.ts: holdConfiguration'],
    prepare: readRevision,
    use: (db, before, index) => holdConfiguration(db, `change ${index}`, before, new Date()),
    check: letGo,
  }),
  storeRace({
    promise: 'One process at a time finishes a large change that was killed',
    places: ['lib/db/revision.ts: keepHolding'],
    prepare: async (db) => {
      const heldAt = new Date(0);
      await db.revision.updateMany({ data: { heldBy: 'killed', heldAt } });
      return heldAt.getTime();
    },
    use: (db, heldAt) => keepHolding(db, 'killed', new Date(), new Date(heldAt)),
    check: letGo,
  }),
  storeRace({
    promise: 'A rotation of keys makes one key for each algorithm',
    places: [],
    uses: 4,
    rounds: 6,
    successes: null,
    prepare: async (db) => {
      await db.signingKey.deleteMany({ where: { activatesAt: { gt: new Date() } } });
      await db.signingKey.updateMany({ data: { retiresAt: null, expiresAt: null } });
      return null;
    },
    use: async (db) => (await rotateKeys(db, secret, new Date(), { longestLifetimeSeconds: 60 })).length > 0,
    check: checkKeys,
  }),
  storeRace({
    promise: 'A key is revoked once and replaced once',
    places: ['lib/keys/key-store.ts: revokeStoredKey'],
    uses: 4,
    rounds: 6,
    prepare: async (db) => {
      await db.signingKey.deleteMany({ where: { activatesAt: { gt: new Date() } } });
      await db.signingKey.updateMany({
        where: { expiresAt: { gt: new Date() } },
        data: { retiresAt: null, expiresAt: null },
      });
      return (await db.signingKey.findFirstOrThrow({ where: { retiresAt: null } })).kid;
    },
    use: async (db, kid) => (await revokeKey(db, secret, { kid, now: new Date() })) !== null,
    check: checkKeys,
  }),
  storeRace({
    promise: 'Equal refusals share one explanation that counts them',
    places: ['lib/explain/explanation-store.ts: saveExplanation'],
    successes: null,
    prepare: async () => createId(),
    use: async (db, groupKey) => {
      const now = new Date();
      const refusal = {
        endpoint: '/x',
        rule: 'x',
        error: 'x',
        description: 'x',
        clientId: null,
        network: 'x',
        facts: '{}',
      };
      const times = { createdAt: now, lastSeenAt: now, expiresAt: inAnHour() };
      await saveExplanations(db, [{ reference: createId(), groupKey, occurrences: 1, ...refusal, ...times }]);
      return true;
    },
    check: async (db, groupKey) => {
      const { reference, occurrences } = await db.explanation.findUniqueOrThrow({ where: { groupKey } });
      const others = await db.explanationReference.count({ where: { first: reference } });
      return occurrences === 16 && others === 15 ? null : `${occurrences} occurrences and ${others} other references`;
    },
  }),
  storeRace({
    promise: 'A trace keeps as many steps as its limit and counts the rest',
    places: ['lib/trace/step-store.ts: countIn'],
    successes: null,
    prepare: (db) => newTrace(db, maximumSteps - 5),
    use: async (db, traceId, order) => {
      const detail = { method: 'GET', requestId: 'x', network: 'x', durationMs: 1, to: null, refusal: null };
      const kept = { at: new Date(), endpoint: '/x', status: 200, outcome: 'x', failed: false, marks: [] };
      const step = {
        ...kept,
        detail: { ...detail, received: [], answered: [], leftOut: [], groups: null, access: [] },
      };
      return (await saveSteps(db, [{ traceId, running: [traceId], order, step }])).length === 0;
    },
    check: async (db, id) => {
      const { seen } = await db.trace.findUniqueOrThrow({ where: { id } });
      const steps = await db.traceStep.count({ where: { traceId: id } });
      return seen === maximumSteps + 11 && steps === 5 ? null : `${seen} seen, and ${steps} of 5 kept`;
    },
  }),
  storeRace({
    promise: 'A request of the admin API with a key is done once',
    places: ['lib/admin/api/idempotency/request-key-store.ts: takeKey'],
    prepare: async () => ({ caller: 'raced', key: createId() }),
    use: async (db, key) => {
      const asked = { digest: 'x', now: new Date(), expiresAt: inAnHour() };
      return (await takeKey(db, key, asked)) === null;
    },
  }),
  storeRace({
    promise: 'A dismissal of a finding ends once',
    places: ['lib/admin/checks/dismissal-store.ts: deleteDismissals'],
    prepare: async (db) => {
      const dismissal = { id: createId(), note: null, dismissedBy: 'x', dismissedAt: new Date(), expiresAt: null };
      await transaction(db, (tx) => saveDismissals(tx, [dismissal]));
      return dismissal.id;
    },
    use: async (db, id) => (await transaction(db, (tx) => deleteDismissals(tx, [id]))) === 1,
  }),
  storeRace({
    promise: 'A trace is stopped once',
    places: ['lib/admin/traces/trace-store.ts: endTrace'],
    prepare: (db) => newTrace(db, 0),
    use: (db, id) => transaction(db, (tx) => endTrace(tx, { id, stoppedBy: 'x' }, new Date())),
  }),
];
