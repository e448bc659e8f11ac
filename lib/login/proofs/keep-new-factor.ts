import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import type { Proof } from '#lib/factors/proof';
import type { HttpResponse } from '#lib/http/types';
import { chooseSession, keepProofs } from '#lib/interactions/interaction-store';
import { stepUp } from '#lib/sessions/step-up';
import { readSessions } from '../current-session';
import type { FurtherProof } from './accept-further-proof';
import { changed, orStartOver } from './after-proof';

/**
 * Stores a factor that the person has just added, and keeps its proof. The sign-in does not continue yet, because the
 * person sees the recovery codes first.
 * @returns the Set-Cookie values of the response, or the sign-in page if the account changed in the meantime
 */
export async function keepNewFactor(
  { open, caller, pending, proof }: Pick<FurtherProof, 'open' | 'caller' | 'pending'> & { readonly proof: Proof },
  write: (tx: Transaction) => Promise<void>,
  context: Context,
): Promise<{ readonly setCookie: readonly string[] } | HttpResponse> {
  const { db, settings, now } = context;
  const { interaction } = open;
  const browser = await readSessions(caller.cookieHeader, context);
  return orStartOver(open, context, () =>
    transaction(db, async (tx) => {
      await write(tx);
      const { session } = pending;
      if (session !== null) {
        const stepped = await stepUp(tx, { settings, browser, session, proof, now });
        if (stepped === null) throw changed();
        await chooseSession(tx, interaction.hash, session.sid);
        return { setCookie: stepped.setCookie };
      }
      const after = { provedSub: pending.sub, proofs: [...interaction.proofs, proof] };
      if (!(await keepProofs(tx, { hash: interaction.hash, before: interaction, after }))) throw changed();
      return { setCookie: [] };
    }),
  );
}
