import { changeOwn, isAccountGone } from '#lib/account/change-own';
import { endAccountUse } from '#lib/account/end-account-use';
import type { Database } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { signOut } from '#lib/sessions/sign-out';
import { setPassword } from '#lib/users/password-store';
import { touchUser } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { newSession } from './rows';
import { type StoreRace, storeRace } from './store-race';

type Shared = Awaited<ReturnType<typeof newSession>>;

/** One of the uses ends the session. The others are forms of it that set a password. */
const end = 8;

/** Sets the password, unless the session has ended. */
async function postForm(db: Database, { sid, sub }: Shared, index: number): Promise<true> {
  const now = new Date();
  const post = { session: { sid, sub }, caller: { clientAddress: '192.0.2.1' } };
  try {
    await changeOwn(post, { db, now, requestId: 'race' }, async (tx) => {
      await setPassword(tx, proven('operator', sub), { passwordHash: `form ${index}`, passwordCarries: null }, now);
      return [];
    });
  } catch (error) {
    if (!isAccountGone(error)) throw error;
  }
  return true;
}

const passwordOf = async (db: Pick<Database, 'user'>, sub: string) =>
  (await db.user.findUniqueOrThrow({ where: { sub }, select: { passwordHash: true } })).passwordHash;

const places = ['lib/sessions/session-store.ts: lockedSession'];

export const endedSessionRaces: readonly StoreRace[] = [
  storeRace({
    promise: 'A form of an ended session changes nothing',
    places,
    successes: null,
    prepare: newSession,
    use: async (db, session, index) => {
      if (index !== end) return postForm(db, session, index);
      const { sid, sub, browserId } = session;
      await transaction(db, async (tx) => {
        await signOut(tx, { browserId, now: new Date() });
        const userAgent = await passwordOf(tx, sub);
        await tx.session.update({ where: { sid }, data: { userAgent }, select: { sid: true } });
      });
      return true;
    },
    check: async (db, { sid, sub }) => {
      const { userAgent: atEnd } = await db.session.findUniqueOrThrow({ where: { sid }, select: { userAgent: true } });
      const last = await passwordOf(db, sub);
      return last === atEnd ? null : `the sign-out saw ${atEnd}, and then came ${last}`;
    },
  }),
  storeRace({
    promise: 'A form of a session that a recovery ended changes nothing',
    places,
    successes: null,
    prepare: newSession,
    use: async (db, session, index) => {
      if (index !== end) return postForm(db, session, index);
      const [{ sub }, now] = [session, new Date()];
      await transaction(db, async (tx) => {
        await touchUser(tx, sub, now);
        await setPassword(tx, proven('operator', sub), { passwordHash: 'recovered', passwordCarries: null }, now);
        await endAccountUse(tx, { sub, now });
      });
      return true;
    },
    check: async (db, { sub }) => {
      const last = await passwordOf(db, sub);
      return last === 'recovered' ? null : `${last} replaced the password of the recovery`;
    },
  }),
];
