/** Where a ceremony gets its challenge, and where its answer goes: as the form of the page would. */
export type CeremonyForm = {
  /** Whether a passkey is shown or made. */
  readonly kind: 'showPasskey' | 'makePasskey';
  readonly challenge: string;
  readonly action: string;
  /** The hidden inputs, and the decision. */
  readonly fields: Readonly<Record<string, string>>;
  /** The fields of the page that go along, by name: what was typed, and boxes that are ticked. */
  readonly carried?: readonly string[];
  /** The id of the field in which the browser suggests passkeys, and to which a canceled ceremony returns. */
  readonly field?: string;
  /** No account has the passkey that was shown or made on the page before. */
  readonly wasUnknown?: boolean;
};

/** How a ceremony ended. */
export type CeremonyEnd = 'sent' | 'cancelled' | 'exists' | 'failed';

/** What is said about a ceremony. An end without words is not mentioned. */
export type CeremonyWords = Readonly<Partial<Record<'waiting' | 'unsupported' | CeremonyEnd, string>>>;
