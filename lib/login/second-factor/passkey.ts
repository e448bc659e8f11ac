import { finishAuthentication } from '#lib/factors/passkeys/authentication';
import { relyingParty } from '#lib/factors/passkeys/passkey';
import { passkeyPageProblem } from '../passkey/refused-passkey';
import type { SecondFactorMethod } from './second-factor-method';

/** One of the person's passkeys. The script of the page posts the browser's answer as `passkey`. */
export const passkeyMethod: SecondFactorMethod = {
  factor: 'passkey',
  // check() finds every failure of the ceremony.
  findMalformed: () => null,
  check: async ({ form, person: { sub }, boundTo }, { db, settings, now }) => {
    const asked = { purpose: 'second_factor', boundTo, sub } as const;
    const text = form.values.get('passkey') ?? '';
    const result = await finishAuthentication(db, text, asked, { rp: relyingParty(settings), now });
    if ('problem' in result) return { problem: passkeyPageProblem(result.problem) };
    // The check already used up the challenge and the counter.
    return { proof: result.proof, use: async () => true };
  },
};
