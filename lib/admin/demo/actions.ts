import { dismissGetStarted } from '#lib/config/installation-store';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { adminTexts } from '#lib/i18n/admin/texts';
import { AdminError } from '../admin-error';
import { saveEntries } from '../configuration/save-entries';
import { type Action, defineAction } from '../kit/define-action';
import { texts as overviewTexts } from '../overview/texts';
import { lockOwners } from '../users/account-store';
import { listDemo } from './read';
import { texts } from './texts';

/** The word that must be typed to remove the demo data. */
export const demoPhrase = 'demo';

/** Hides the first steps for every administrator. */
export const dismissStarted = defineAction({
  path: '',
  permission: 'edit',
  proof: 'none',
  target: async () => null,
  event: null,
  run: ({ db, now }) => transaction(db, (tx) => dismissGetStarted(tx, now)),
  done: () => ({ goTo: '/admin', say: overviewTexts.started.dismissed }),
});

/**
 * Deletes the clients, scopes and users of the demo configuration, completely or not at all. Their sessions and tokens
 * end too. The administrator must still be an owner in the transaction and is never deleted, so at least one owner
 * remains. There is no undo, because users cannot be restored. Throws AdminError `in_use` if another entry still needs
 * one of them.
 */
export const removeDemo = defineAction({
  path: 'demo',
  permission: 'own',
  proof: 'sudo',
  target: async () => null,
  typed: () => demoPhrase,
  event: null,
  run: async (admin) => {
    const { sub } = admin.principal;
    const alongside = async (tx: Transaction) => {
      const owners = await lockOwners(tx);
      if (sub === null || !owners.includes(sub))
        throw new AdminError('forbidden', 'Only an owner can remove the demo data');
    };
    return (await saveEntries(admin, await listDemo(admin), { alongside })).changes.length;
  },
  done: (_, removed) => ({ goTo: '/admin', say: removed === 0 ? adminTexts.flash.unchanged : texts.done }),
});

export const demoActions: readonly Action[] = [dismissStarted, removeDemo];
