import type { User } from '#lib/users/user';

/** How a person proved who they are. */
export type Authentication = {
  /** `local` or the provider's name. */
  readonly idp: string;
  /** RFC 8176 values, for example `pwd`. */
  readonly amr: readonly string[];
  readonly acr: string | null;
};

/** A person's session in one browser. */
export type Session = Authentication & {
  /** Not a secret: it goes into tokens. Stays the same when the same person authenticates again. */
  readonly sid: string;
  readonly sub: string;
  readonly authTime: Date;
  /** Outlives the browser's windows and has no idle limit. */
  readonly remember: boolean;
  readonly lastSeenAt: Date;
  /** The absolute limit. */
  readonly expiresAt: Date;
};

export type SessionWithUser = Session & { readonly user: User };

/** Who is signed in on a browser: live sessions of enabled people only. */
export type BrowserState = {
  /** null: no cookie of ours, or one that is no longer good. */
  readonly browserId: string | null;
  /** The current one first, the others by the time of their authentication, latest first. */
  readonly sessions: readonly SessionWithUser[];
  /** null when nobody is signed in, or when the current session has ended and no other was chosen. */
  readonly current: SessionWithUser | null;
};
