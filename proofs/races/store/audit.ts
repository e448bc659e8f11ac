import { recordEvents } from '#lib/audit/event-store';
import { purgeEvents } from '#lib/audit/retention/purge-events';
import { sealEvents } from '#lib/audit/seals/seal-events';
import { verifyChain } from '#lib/audit/seals/verify-chain';
import { masterSecret } from '#lib/crypto/master-secret';
import { testSecret } from '#lib/testing/running-server';
import { saveCounts } from '#lib/tokens/issued/issued-store';
import { countEvents } from '#lib/usage/count-events';
import { newPerson } from './rows';
import { type StoreRace, storeRace } from './store-race';

const secret = masterSecret(testSecret);
const actor = { kind: 'command_line', id: null, name: null } as const;
const event = { type: 'sign_in.succeeded', outcome: 'success', actor } as const;
const inHundredDays = () => new Date(Date.now() + 100 * 86_400_000);

export const auditRaces: readonly StoreRace[] = [
  storeRace({
    promise: 'A person who gets tokens counts once an hour and once a day',
    places: ['lib/tokens/issued/issued-store.ts: saveActive', 'lib/tokens/issued/issued-store.ts: beginDay'],
    successes: null,
    prepare: async (db) => {
      const day = Math.floor(Math.random() * 1_000_000) * 86_400_000;
      return { sub: await newPerson(db), hour: day + 3_600_000 };
    },
    use: async (db, { sub, hour }) => {
      await saveCounts(db, { hours: [], active: [{ sub, hour: new Date(hour) }] });
      return true;
    },
    check: async (db, { hour }) => {
      const rows = await db.usageHour.findMany({
        where: { hour: { in: [new Date(hour), new Date(hour - 3_600_000)] } },
      });
      const counts = rows.map(({ metric, count }) => `${metric} ${count}`).toSorted();
      return counts.join() === 'user.active 1,user.active_day 1' ? null : `counted ${counts.join()}`;
    },
  }),
  storeRace({
    promise: 'Every event is sealed once, in one chain',
    places: ['lib/audit/seals/seal-events.ts: sealEvents'],
    successes: null,
    uses: 6,
    prepare: async (db) => {
      await recordEvents(
        db,
        Array.from({ length: 20 }, () => event),
        new Date(),
      );
      return null;
    },
    use: async (db) => (await sealEvents(db, secret, new Date())) >= 0,
    check: async (db) => {
      const report = await verifyChain(db, secret, new Date());
      if (!report.intact) return `the chain is ${report.problem} at ${report.sequence}`;
      const left = await db.auditEvent.count({ where: { seal: null } });
      return left === 0 ? null : `${left} events are not sealed`;
    },
  }),
  storeRace({
    promise: 'Every sealed event is counted once',
    places: [
      'lib/usage/usage-store.ts: moveCursor',
      'lib/usage/usage-store.ts: addHours',
      'lib/usage/usage-store.ts: addClients',
    ],
    successes: null,
    uses: 6,
    prepare: async (db) => {
      await recordEvents(
        db,
        Array.from({ length: 20 }, () => event),
        new Date(),
      );
      await sealEvents(db, secret, new Date());
      return null;
    },
    use: async (db) => (await countEvents(db)) >= 0,
    check: async (db) => {
      const { _sum: sum } = await db.usageHour.aggregate({ where: { metric: 'sign_in.ok' }, _sum: { count: true } });
      const events = await db.auditEvent.count({ where: { type: event.type } });
      return sum.count === events ? null : `${sum.count} of ${events} sign-ins are counted`;
    },
  }),
  storeRace({
    promise: 'Old events are deleted once, and the chain still verifies',
    places: ['lib/audit/retention/sealed-event-store.ts: deleteSealed'],
    successes: null,
    uses: 6,
    rounds: 20,
    prepare: async (db) => {
      await recordEvents(
        db,
        Array.from({ length: 20 }, () => event),
        new Date(),
      );
      await sealEvents(db, secret, new Date());
      await countEvents(db);
      return null;
    },
    // A process that was slower than another one rolls back its own part.
    use: (db) =>
      purgeEvents(db, { days: 30, secret, now: inHundredDays() }).then(
        () => true,
        (error: unknown) => {
          if (String(error).includes('purged by somebody else')) return true;
          throw error;
        },
      ),
    check: async (db) => {
      const report = await verifyChain(db, secret, new Date());
      return report.intact ? null : `the chain is ${report.problem} at ${report.sequence}`;
    },
  }),
];
