import type { Proof } from '#lib/factors/proof';
import type { AuthorizationRequest } from './authorization-request';

/** A person has this long to answer, in seconds. */
export const interactionLifetimeSeconds = 900;

/** An administrator's trial of a sign-in takes this long at most, and its result is shown as long again. */
export const trialLifetimeSeconds = 600;

/** The steps of a person in one browser until the waiting request is answered. The kind is that of the request. */
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
  /** The typed data of a refused new account, to be shown again; the password is never stored. */
  readonly typedName: string | null;
  readonly typedEmail: string | null;
  /** The session the person chose among those of the browser. */
  readonly chosenSid: string | null;
  /** The problem of the form that was posted last. */
  readonly problem: string | null;
  /** The person has chosen how to sign in, or came back from a provider: nothing happens by itself any more. */
  readonly isChoosing: boolean;
  /** The person whose factors were shown here, as long as there is no session of them; null before the first one. */
  readonly provedSub: string | null;
  readonly proofs: readonly Proof[];
  /** "Keep me signed in", as it was ticked with the first factor. */
  readonly remember: boolean;
  /** Wrong codes since the first factor. */
  readonly wrongCodes: number;
  readonly startedAt: Date;
  readonly expiresAt: Date;
  readonly completedAt: Date | null;
};

/** A client's authorization request. */
export type AuthorizationInteraction = Progress & {
  readonly kind: 'authorize';
  readonly request: AuthorizationRequest;
  /** The client pushed it (RFC 9126). */
  readonly wasPushed: boolean;
  /** The pushed request, which the answer uses up. */
  readonly pushedHash: string | null;
  /** The client signed it (RFC 9101). */
  readonly wasSigned: boolean;
  /**
   * The session of the administrator who tries the client's sign-in: the answer is theirs, and the client gets none
   * (decision 065). Null for a request of the client itself.
   */
  readonly triedBy: string | null;
};

/** A device whose user code was entered in this browser. */
export type DeviceInteraction = Progress & {
  readonly kind: 'device';
  readonly device: EnteredDevice;
  /** How the person's part ended. */
  readonly outcome: DeviceOutcome | null;
};

/** A sign-in to the portal itself. */
export type PortalInteraction = Progress & { readonly kind: 'portal' } & PortalSignIn;

/**
 * An authorization request of a client of which only the address is known: the document there is fetched once the
 * person has signed in.
 */
export type DocumentInteraction = Progress & {
  readonly kind: 'document';
  /** The parameters as they came, form-encoded. */
  readonly query: string;
};

/** A user code that no device waits with: nothing but the field to type it again. */
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
  /** A session that exists already is not enough. */
  readonly again: boolean;
  /** A second factor is asked of everybody who has one. */
  readonly changesFactors: boolean;
  /** What was typed on the page that asked for the sign-in, sealed for its person (lib/account/account-answer.ts). */
  readonly typed: string | null;
};

/** The preferences for the sign-in, from a device's request or the address of /device. */
export type DeviceHints = {
  readonly loginHint: string | null;
  readonly uiLocales: string | null;
  readonly acrValues: string | null;
};

/** A device's request as far as the following pages need it. */
export type EnteredDevice = DeviceHints & {
  readonly deviceHash: string;
  readonly clientId: string;
  readonly scope: readonly string[];
  /** Without separators. */
  readonly userCode: string;
  /** The code came with the link: the person has not seen it on the device yet (RFC 8628 §3.3.1). */
  readonly isPrefilled: boolean;
};

/**
 * Canceling the sign-in denies the device, unless another person has claimed it. A device that was not approved can be
 * reported.
 */
export type DeviceOutcome = 'approved' | 'denied' | 'cancelled' | 'reported';
