import type { User } from '#lib/users/user';

/** How a person authenticated (OpenID Connect Core §2: amr, acr). */
export type AuthenticationContext = {
  /** `local` or the provider's name. */
  readonly idp: string;
  /** RFC 8176 values, for example `pwd`. */
  readonly amr: readonly string[];
  readonly acr: string | null;
};

/** A person's session in one browser. */
export type Session = AuthenticationContext & {
  /** Not a secret: it goes into tokens. Stays the same when the same person authenticates again. */
  readonly sid: string;
  readonly sub: string;
  readonly authTime: Date;
  /** Stays when the browser is closed, and has no idle limit. */
  readonly remember: boolean;
  readonly lastSeenAt: Date;
  /** The absolute limit. */
  readonly expiresAt: Date;
};

export type SessionWithUser = Session & { readonly user: User };

/** Who is signed in on a browser: live sessions of enabled people only. */
export type BrowserState = {
  /** null without a valid cookie. */
  readonly browserId: string | null;
  /** The current one first, then the others by time of authentication, latest first. */
  readonly sessions: readonly SessionWithUser[];
  /** null if nobody is signed in, or if the current session has ended and no other was chosen. */
  readonly current: SessionWithUser | null;
};
