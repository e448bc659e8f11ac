/** A passkey of an account. */
export type Passkey = {
  /** The credential id in base64url. */
  readonly id: string;
  readonly sub: string;
  /** The COSE key in base64url. */
  readonly publicKey: string;
  /** Of the signatures of the authenticator; 0 for those that do not count. */
  readonly counter: number;
  /** How the browser reaches the authenticator (WebAuthn §5.8.4). */
  readonly transports: readonly string[];
  /** The kind of authenticator. */
  readonly aaguid: string;
  /** What the person calls it. */
  readonly name: string;
  /** The authenticator says that the key cannot leave it (BE = 0). */
  readonly deviceBound: boolean;
  /** The authenticator says that there is a copy of the key (BS = 1). */
  readonly backedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

/** A passkey that was shown: the factor, and how it was shown. */
export type PasskeyProof = {
  readonly factor: 'passkey';
  readonly at: Date;
  /** The authenticator recognized the person, by a PIN or a finger for example (UV = 1). */
  readonly userVerified: boolean;
  readonly deviceBound: boolean;
};

/** Why a ceremony is refused. */
export type PasskeyProblem =
  /** It is not what a browser sends, or too large. */
  | 'malformed'
  /** The challenge is unknown, used, too old, or for another purpose, browser or person. */
  | 'challenge'
  /** No account has this passkey. */
  | 'unknown_passkey'
  /** Another account's. */
  | 'other_person'
  /** Its origin, type, flags or signature are wrong. */
  | 'not_verified'
  /** The counter went back: there is a copy of the authenticator (WebAuthn §6.1.1). */
  | 'counter_went_back';

/** A refused ceremony. `detail` is for the log. */
export type RefusedCeremony = { readonly problem: PasskeyProblem; readonly detail?: string };
