import { highest } from '#lib/vocabulary/acr-levels';
import { dayMs, hasBegun } from '#lib/vocabulary/time';
import { type Factor, levelOf, type Proof, type ProofLevel } from './proof';

/** The part of a policy that concerns factors: see accountPolicy(). */
export type FactorPolicy = {
  readonly secondFactor: 'off' | 'optional' | 'required';
  readonly passkeys: boolean;
  readonly emailSecondFactor: boolean;
};

/** The factors that a person has besides the password. */
export type PersonFactors = {
  readonly totp: boolean;
  readonly passkeys: number;
  /** The number of passkeys that are bound to their device. */
  readonly boundPasskeys: number;
  /** The number of unused codes. */
  readonly recoveryCodes: number;
  /** Whether the person has a verified address. */
  readonly email: boolean;
  /** Whether the person switched two-step verification on: see isTwoStep(). */
  readonly twoStep: boolean;
  /** Whether the account has a role in the administration. */
  readonly hasRole: boolean;
  /** When the account was last recovered by mail. */
  readonly recoveredAt: Date | null;
};

/** The requested level. */
export type AskedLevel = {
  /** The minimum level: the client's `minimum_acr`, an essential `acr`, or the administration. 0 for none. */
  readonly must: ProofLevel;
  /** The levels of `acr_values` in order. The first one that the person can reach is requested. */
  readonly wish: readonly ProofLevel[];
  /** The person is about to change factors. A second factor is required if there is one. */
  readonly changesFactors: boolean;
  /** Trusted devices do not count, as in the administration. */
  readonly sparesNobody: boolean;
};

export const nothingAsked: AskedLevel = { must: 0, wish: [], changesFactors: false, sparesNobody: false };

export type FactorSituation = {
  readonly policy: FactorPolicy;
  readonly factors: PersonFactors;
  readonly proofs: readonly Proof[];
  readonly asked: AskedLevel;
  /** The browser is a trusted device of the account, which replaces a factor that only the policy requires. */
  readonly isTrusted: boolean;
  readonly now: Date;
};

/** A factor that can follow the first one. */
export type SecondFactor = Extract<Factor, 'passkey' | 'totp' | 'email' | 'recovery'>;

/** A factor that can be added during a sign-in. */
export type NewFactor = Extract<Factor, 'totp' | 'passkey'>;

type FactorStep =
  | { readonly step: 'done' }
  /** The person must show one of these factors next, the preferred one first. */
  | { readonly step: 'prove'; readonly factors: readonly SecondFactor[] }
  /** The person must add one of these factors. */
  | { readonly step: 'enrol'; readonly factors: readonly NewFactor[] }
  /** The requested level cannot be reached (OpenID Connect Core §5.5.1.1). */
  | { readonly step: 'refuse' };

/** In milliseconds. For this time after a recovery by mail, a mailed code is not accepted as second factor. */
const mailedTwiceMs = dayMs;

/** Decides what is missing after the proofs shown so far. A session begins, or continues, only if this returns done. */
export function decideFactor(situation: FactorSituation): FactorStep {
  const needed = neededLevel(situation);
  if (levelOf(situation.proofs) >= needed) return { step: 'done' };
  const reaching = provableFor(needed, situation);
  if (reaching.length > 0) return { step: 'prove', factors: reaching };
  const addable = addableFor(needed, situation.policy);
  if (addable.length === 0) return { step: 'refuse' };
  // A person who has a second factor must show it before adding another one. Otherwise, somebody with a stolen password
  // could add a passkey.
  const first = levelOf(situation.proofs) < 2 && hasSecondFactor(situation) ? provableFor(2, situation) : [];
  return first.length > 0 ? { step: 'prove', factors: first } : { step: 'enrol', factors: addable };
}

/**
 * Decides what is missing before the identity of a provider is linked. An identity is a factor too, so a person with a
 * second factor must show it first, regardless of the policy (security #183).
 */
export function decideLink(situation: Omit<FactorSituation, 'asked' | 'isTrusted'>): FactorStep {
  const asked = { ...nothingAsked, changesFactors: true };
  const next = decideFactor({ ...situation, asked, isTrusted: false });
  return next.step === 'prove' ? next : { step: 'done' };
}

type OwnFactors = {
  readonly policy: Pick<FactorPolicy, 'passkeys' | 'secondFactor'>;
  readonly factors: Pick<PersonFactors, 'totp' | 'passkeys' | 'twoStep' | 'hasRole'>;
};

/**
 * Whether the person has a second factor, which they must show before they change factors. An address or recovery codes
 * alone do not count.
 */
export function hasSecondFactor({ policy, factors }: OwnFactors): boolean {
  return factors.totp || hasPasskey({ policy, factors });
}

/** Why a person is asked for a second step after the password: their factors and role, or the policy. */
export type TwoStepReason = 'app' | 'switch' | 'role' | 'required';

/**
 * Why two-step verification is on. A passkey alone is no reason: it adds a way to sign in and takes none away (decision
 * 018).
 */
export function twoStepReasons(own: OwnFactors): readonly TwoStepReason[] {
  const { policy, factors } = own;
  const all: readonly (readonly [TwoStepReason, boolean])[] = [
    ['app', factors.totp],
    ['switch', hasPasskey(own) && factors.twoStep],
    ['role', hasPasskey(own) && factors.hasRole],
    ['required', policy.secondFactor === 'required'],
  ];
  return all.flatMap(([reason, isOne]) => (isOne ? [reason] : []));
}

/** Whether a person is asked for a second step, unless the policy asks nobody. */
export function isTwoStep(own: OwnFactors): boolean {
  return twoStepReasons(own).length > 0;
}

/** Whether a sign-in asks for a second step: isTwoStep(), unless the portal asks nobody. */
export function asksTwice(own: OwnFactors): boolean {
  return own.policy.secondFactor !== 'off' && isTwoStep(own);
}

function hasPasskey({ policy, factors }: OwnFactors): boolean {
  return policy.passkeys && factors.passkeys > 0;
}

function neededLevel(situation: FactorSituation): ProofLevel {
  const { asked, proofs } = situation;
  const wish = asked.wish.find((level) => levelOf(proofs) >= level || canStillReach(level, situation)) ?? 0;
  return highest<ProofLevel>(asked.must, wish, asksSecondFactor(situation) ? 2 : 1);
}

/** A passkey that was requested and did not prove enough is not requested again. The preference is then ignored. */
function canStillReach(level: ProofLevel, situation: FactorSituation): boolean {
  const [, ...further] = situation.proofs;
  const wasAskedFor = further.some(({ factor }) => factor === 'passkey');
  return provableFor(level, situation).some((factor) => !(factor === 'passkey' && wasAskedFor));
}

function asksSecondFactor({ policy, factors, asked, isTrusted }: FactorSituation): boolean {
  if (asked.changesFactors && hasSecondFactor({ policy, factors })) return true;
  if ((isTrusted && !asked.sparesNobody) || policy.secondFactor === 'off') return false;
  return isTwoStep({ policy, factors });
}

/** The person's factors with which the proofs would reach a level, preferred one first (ux §1.2.13). */
function provableFor(level: ProofLevel, situation: FactorSituation): readonly SecondFactor[] {
  const { proofs, now } = situation;
  return usable(situation).filter((factor) => levelOf([...proofs, imagine(factor, situation, now)]) >= level);
}

function usable({ policy, factors, proofs, now }: FactorSituation): readonly SecondFactor[] {
  const { recoveredAt } = factors;
  const isMailedTwice =
    proofs.some(({ factor }) => factor === 'email') ||
    (recoveredAt !== null && hasBegun(recoveredAt, now) && now.getTime() - recoveredAt.getTime() < mailedTwiceMs);
  const all: readonly (readonly [SecondFactor, boolean])[] = [
    ['passkey', policy.passkeys && factors.passkeys > 0],
    ['totp', factors.totp],
    ['email', policy.emailSecondFactor && factors.email && !isMailedTwice],
    ['recovery', factors.recoveryCodes > 0],
  ];
  return all.flatMap(([factor, isUsable]) => (isUsable ? [factor] : []));
}

/** The best proof that a factor of this person can give. */
function imagine(factor: SecondFactor, { factors }: FactorSituation, at: Date): Proof {
  if (factor !== 'passkey') return { factor, at };
  return { factor, at, userVerified: true, deviceBound: factors.boundPasskeys > 0 };
}

function addableFor(level: ProofLevel, { passkeys }: FactorPolicy): readonly NewFactor[] {
  if (level <= 2) return passkeys ? ['totp', 'passkey'] : ['totp'];
  return passkeys ? ['passkey'] : [];
}
