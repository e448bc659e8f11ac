import type { AdminRole } from '#lib/users/user';
import type { Preferences } from './preferences';

/** The content of the frame around a page, other than the current place. */
export type AdminFrame = {
  readonly issuer: string;
  /** Null without access. The navigation is hidden then. */
  readonly person: { readonly name: string; readonly role: AdminRole } | null;
  /** The name of this installation. Null without a name. */
  readonly environment: string | null;
  /** The number of errors and warnings that the checks found. */
  readonly openChecks: number;
  readonly preferences: Preferences;
  /** The hidden CSRF input of the frame's own form. */
  readonly csrf: string;
  /** The path and query of the page. A preference form leads back to it. */
  readonly address: string;
  /** The documentation is served at /docs. */
  readonly hasDocs: boolean;
  /** The version of Signet. */
  readonly version: string;
  /** The nonce of the style for a selected theme. */
  readonly nonce: string | undefined;
};
