import type { Proof } from '#lib/factors/proof';
import type { AuthorizationRequest } from './authorization-request';

/** In seconds: the time that a person has to answer. */
export const interactionLifetimeSeconds = 900;

/** In seconds: the maximum length of a trial sign-in. Its result is shown for the same time afterwards. */
export const trialLifetimeSeconds = 600;

/** The progress of a person in one browser until the waiting request is answered. The kind is that of the request. */
export type Interaction =
  | AuthorizationInteraction
  | DeviceInteraction
  | DocumentInteraction
  | PortalInteraction
  | RefusedCode;

/** The common part of all interactions: the browser, the person's progress, and the times. */
type Progress = {
  readonly hash: string;
  readonly browserHash: string;
  /** The username that was typed last. */
  readonly username: string | null;
  /** The typed data of a refused new account, to be shown again. The password is never stored. */
  readonly typedName: string | null;
  readonly typedEmail: string | null;
  /** The session that the person chose among those of the browser. */
  readonly chosenSid: string | null;
  /** The problem with the last posted form. */
  readonly problem: string | null;
  /** The person has chosen how to sign in, or came back from a provider. After that nothing happens automatically. */
  readonly isChoosing: boolean;
  /** The person whose factors were shown here, while they have no session yet. Null before the first factor. */
  readonly provedSub: string | null;
  readonly proofs: readonly Proof[];
  /** "Keep me signed in", as it was selected with the first factor. */
  readonly remember: boolean;
  /** The number of wrong codes since the first factor. */
  readonly wrongCodes: number;
  readonly startedAt: Date;
  readonly expiresAt: Date;
  readonly completedAt: Date | null;
  /** The answer that completed it, sealed: see first-answer.ts. */
  readonly answer: string | null;
};

/** A client's authorization request. */
export type AuthorizationInteraction = Progress & {
  readonly kind: 'authorize';
  readonly request: AuthorizationRequest;
  /** The client pushed it (RFC 9126). */
  readonly wasPushed: boolean;
  /** The pushed request. The answer uses it up. */
  readonly pushedHash: string | null;
  /** The client signed it (RFC 9101). */
  readonly wasSigned: boolean;
  /**
   * The session of the administrator who tries the client's sign-in. The answer goes to them, and the client gets none
   * (decision 014). Null for a request of the client itself.
   */
  readonly triedBy: string | null;
};

/** A device whose user code was entered in this browser. */
export type DeviceInteraction = Progress & {
  readonly kind: 'device';
  readonly device: EnteredDevice;
  /** The person's answer. */
  readonly outcome: DeviceOutcome | null;
};

/** A sign-in to the portal itself. */
export type PortalInteraction = Progress & { readonly kind: 'portal' } & PortalSignIn;

/**
 * An authorization request of a client that is known only by its address. The document there is fetched once the person
 * has signed in.
 */
export type DocumentInteraction = Progress & {
  readonly kind: 'document';
  /** The original parameters, form-encoded. */
  readonly query: string;
};

/** A user code that does not belong to a waiting device. The page only shows the field to type it again. */
export type RefusedCode = Progress & { readonly kind: 'refused_code' } & DeviceHints & {
    /** As it was typed. */
    readonly userCode: string;
  };

/** The request that waits. */
export type Waiting =
  | Pick<AuthorizationInteraction, 'kind' | 'request' | 'wasPushed' | 'pushedHash' | 'wasSigned' | 'triedBy'>
  | Pick<DeviceInteraction, 'kind' | 'device'>
  | Pick<DocumentInteraction, 'kind' | 'query'>
  | Pick<PortalInteraction, 'kind' | keyof PortalSignIn>
  | Pick<RefusedCode, 'kind' | 'userCode' | keyof DeviceHints | 'problem'>;

type PortalSignIn = {
  /** The target of the sign-in, one of our paths. */
  readonly area: string;
  /** An existing session is not enough. */
  readonly again: boolean;
  /** Everybody who has a second factor must show it. */
  readonly changesFactors: boolean;
  /**
   * The values that were typed on the page that required the sign-in, sealed for its person
   * (lib/account/account-answer.ts).
   */
  readonly typed: string | null;
};

/** The preferences for the sign-in, from a device's request or the address of /device. */
export type DeviceHints = {
  readonly loginHint: string | null;
  readonly uiLocales: string | null;
  readonly acrValues: string | null;
};

/** The parts of a device's request that the following pages need. */
export type EnteredDevice = DeviceHints & {
  readonly deviceHash: string;
  readonly clientId: string;
  readonly scope: readonly string[];
  /** Without separators. */
  readonly userCode: string;
  /** The code came with the link, so the person has not compared it with the device yet (RFC 8628 §3.3.1). */
  readonly isPrefilled: boolean;
};

/**
 * The person's answer for a device. Canceling the sign-in denies the device, unless another person has claimed it. A
 * device that was not approved can be reported.
 */
export type DeviceOutcome = 'approved' | 'denied' | 'cancelled' | 'reported';
