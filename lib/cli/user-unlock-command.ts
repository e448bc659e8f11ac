import { recordEvents } from '#lib/audit/event-store';
import { byCommandLine } from '#lib/config/authorship';
import { transaction } from '#lib/db/transaction';
import { findSlowdown } from '#lib/users/attempt-limits';
import { letTryAgain } from '#lib/users/let-try-again';
import { findUserByUsername } from '#lib/users/user-store';
import { type Command, CommandError } from './command';
import { withDatabase } from './with-database';

export const userUnlockCommand: Command = {
  name: 'user unlock',
  parameters: 'NAME',
  summary: 'let a user try again at once',
  details: `Clears what limits attempts at the account: wrong passwords and codes, stopped second factors, and mails with links
and codes. The limits of networks stay.`,
  positionals: [1, 1],
  async run({ positionals: [username = ''] }, context) {
    return withDatabase(context, async ({ db }) => {
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
  },
};
