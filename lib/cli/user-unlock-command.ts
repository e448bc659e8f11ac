import { recordEvents } from '#lib/audit/event-store';
import { byCommandLine } from '#lib/config/authorship';
import { transaction } from '#lib/db/transaction';
import { findSlowdown } from '#lib/users/attempt-limits';
import { letTryAgain } from '#lib/users/let-try-again';
import { findUserByUsername } from '#lib/users/user-store';
import { CommandError, type RunCommand } from './command';
import { withDatabase } from './with-database';

export const unlockUser: RunCommand = async ({ positionals: [username = ''] }, context) =>
  withDatabase(context, 'write', async ({ db }) => {
    const { now, out } = context;
    const user = await findUserByUsername(db, username);
    if (user === null) throw new CommandError(`there is no user ${username}`);
    const { actor } = byCommandLine;
    const target = { kind: 'user', id: user.sub, name: user.username };
    await transaction(db, async (tx) => {
      const lockedUntil = await findSlowdown(tx, user.canonicalUsername, now);
      await letTryAgain(tx, user);
      const details = { locked_until: lockedUntil?.toISOString() ?? null };
      await recordEvents(tx, [{ type: 'user.unlocked', outcome: 'success', actor, target, details }], now);
    });
    out(`${user.username} can try again\n`);
    return 0;
  });
