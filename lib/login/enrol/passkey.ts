import { authenticatorName, relyingParty } from '#lib/factors/passkeys/passkey';
import { findPasskey, insertPasskey } from '#lib/factors/passkeys/passkey-store';
import { finishRegistration } from '#lib/factors/passkeys/registration';
import { levelOf } from '#lib/factors/proof';
import type { OpenInteraction } from '../load-interaction';
import { passkeyPageProblem } from '../passkey/refused-passkey';
import type { NewFactorMethod } from './new-factor-method';

/** A passkey. The script of the page posts the browser's answer as `passkey`. */
export const newPasskey: NewFactorMethod = {
  factor: 'passkey',
  check: async ({ open, form, pending: { sub } }, { db, settings, now }) => {
    const text = form.values.get('passkey') ?? '';
    const person = { sub, boundTo: open.interaction.hash };
    const result = await finishRegistration(db, text, person, { rp: relyingParty(settings), now });
    if ('problem' in result) return { problem: passkeyPageProblem(result.problem), query: {} };
    const { made, proof } = result;
    const { must } = open.required.asked;
    // If this passkey were stored, the page would ask for another one again and again.
    if (must > 2 && levelOf([proof]) < must) {
      return { problem: proof.userVerified ? 'passkey_synced' : 'passkey_refused', query: {} };
    }
    // WebAuthn §7.1 step 26: a passkey belongs to only one account.
    if ((await findPasskey(db, made.id)) !== null) return { problem: 'passkey_refused', query: {} };
    const name = authenticatorName(made.aaguid) ?? '';
    return { proof, name, write: (tx, by) => insertPasskey(tx, by, { ...made, name }) };
  },
};

/** Whether only a passkey that is bound to its device reaches the required level. */
export function needsBoundPasskey({ required }: Pick<OpenInteraction, 'required'>): boolean {
  return required.asked.must > 3;
}
