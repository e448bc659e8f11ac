/** Where a ceremony gets its challenge, and where its answer goes: as the form of the page would. */
export type CeremonyForm = {
  readonly challenge: string;
  readonly action: string;
  /** The hidden inputs, and the decision. */
  readonly fields: Readonly<Record<string, string>>;
  /** The fields of the page that go along, by name: what was typed, and boxes that are ticked. */
  readonly carried?: readonly string[];
};

/** How a ceremony ended. */
export type CeremonyEnd = 'sent' | 'cancelled' | 'exists' | 'failed';

/** What is said about a ceremony. An end without words is not mentioned. */
export type CeremonyWords = Readonly<Partial<Record<'waiting' | 'unsupported' | CeremonyEnd, string>>>;
