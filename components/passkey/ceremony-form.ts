/** The addresses and fields of a ceremony: of its challenge and of its answer. */
export type CeremonyForm = {
  /** Whether a passkey is used or created. */
  readonly kind: 'showPasskey' | 'makePasskey';
  readonly challenge: string;
  readonly action: string;
  /** The hidden inputs, and the decision. */
  readonly fields: Readonly<Record<string, string>>;
  /** The names of the page's fields that are sent with the answer: typed values and checked boxes. */
  readonly carried?: readonly string[];
  /** The id of the field in which the browser suggests passkeys, and to which a canceled ceremony returns. */
  readonly field?: string;
  /** Whether no account has the passkey that the previous page used or created. */
  readonly wasUnknown?: boolean;
};

/** How a ceremony ended. */
export type CeremonyEnd = 'sent' | 'cancelled' | 'exists' | 'failed';

/** The words for the states of a ceremony. A state without words is not shown. */
export type CeremonyWords = Readonly<Partial<Record<'waiting' | 'unsupported' | CeremonyEnd, string>>>;
