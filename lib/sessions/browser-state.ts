import type { PersonFactors } from '#lib/factors/decide-factor';
import { amrOf, idpOf, type Proof } from '#lib/factors/proof';
import type { User } from '#lib/users/user';

/** How a person authenticated. Tokens derive all their claims about it from the proofs. */
export type AuthenticationContext = {
  readonly proofs: readonly Proof[];
  /** The second factor was not asked for, because the browser is a trusted device of the account. */
  readonly isSpared: boolean;
  /** `local` or the provider's name. */
  readonly idp: string;
  /** RFC 8176 values, for example `pwd`. */
  readonly amr: readonly string[];
};

/** A person's session in one browser. */
export type Session = AuthenticationContext & {
  /** Not a secret: it goes into tokens. Stays the same when the same person authenticates again. */
  readonly sid: string;
  readonly sub: string;
  /** The time of the newest full sign-in. A factor that is added later (a step-up) does not change it. */
  readonly authTime: Date;
  /** The session continues after the browser is closed, and has no idle limit. */
  readonly remember: boolean;
  readonly lastSeenAt: Date;
  /** The absolute limit. */
  readonly expiresAt: Date;
};

export type SessionWithUser = Session & { readonly user: User; readonly factors: PersonFactors };

/** Who is signed in on a browser: live sessions of enabled people only. */
export type BrowserState = {
  /** null without a valid cookie. */
  readonly browserId: string | null;
  /** The current session first, then the others by time of authentication, latest first. */
  readonly sessions: readonly SessionWithUser[];
  /** null if nobody is signed in, or if the current session has ended and no other was chosen. */
  readonly current: SessionWithUser | null;
};

/** @param isSpared see AuthenticationContext */
export function authenticatedBy(proofs: readonly Proof[], isSpared = false): AuthenticationContext {
  return { proofs, isSpared, idp: idpOf(proofs), amr: amrOf(proofs) };
}
