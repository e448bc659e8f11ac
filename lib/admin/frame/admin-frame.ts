import type { AdminRole } from '#lib/users/user';
import type { Preferences } from './preferences';

/** What the frame of a page shows besides the current place. */
export type AdminFrame = {
  readonly issuer: string;
  /** Null without access: the navigation is hidden too. */
  readonly person: { readonly name: string; readonly role: AdminRole } | null;
  /** What this installation is called; null: nothing. */
  readonly environment: string | null;
  /** The number of errors and warnings of the checks. */
  readonly openChecks: number;
  readonly preferences: Preferences;
  /** The hidden input of the frame's own form. */
  readonly csrf: string;
  /** The path and query of the page, to which a choice leads back. */
  readonly address: string;
  /** The documentation is served at /docs. */
  readonly hasDocs: boolean;
  /** Of Signet. */
  readonly version: string;
  /** For the style of a chosen theme. */
  readonly nonce: string | undefined;
};
