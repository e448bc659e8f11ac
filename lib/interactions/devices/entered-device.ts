/** What the address of /device may say, used where the device itself said nothing. */
export type DeviceWishes = {
  readonly loginHint: string | null;
  readonly uiLocales: string | null;
  readonly acrValues: string | null;
};

/** A device request whose user code a person entered: what the following pages need of it. */
export type EnteredDevice = {
  readonly deviceHash: string;
  readonly clientId: string;
  readonly scope: readonly string[];
  readonly loginHint: string | null;
  readonly uiLocales: string | null;
  readonly acrValues: string | null;
  /** The code came with the link: the person has not seen it on the device yet (RFC 8628 §3.3.1). */
  readonly isPrefilled: boolean;
};

/**
 * How a person's part ended. Who cancels at the sign-in has answered nothing: the device goes on waiting. What was not
 * approved can be reported.
 */
export type DeviceOutcome = 'approved' | 'denied' | 'cancelled' | 'reported';
