import { findDifference } from '#lib/explain/difference';

/** A registered value beside what came. */
export type Registered = {
  readonly value: string;
  /** What both have in common at the beginning, and what differs from there on. */
  readonly common: string;
  readonly rest: string;
  /** In words, for example `trailing slash`; null when they are the same as far as they were kept. */
  readonly difference: string | null;
};

export type Comparison = {
  readonly received: string | null;
  /** The received value, cut where it begins to differ from the closest registered one. */
  readonly receivedParts: { readonly common: string; readonly rest: string } | null;
  /** Addresses that are compared as texts; other values are one of a set. */
  readonly isAddress: boolean;
  readonly registered: readonly Registered[];
};

type Values = {
  readonly received?: string | undefined;
  readonly registered?: readonly string[] | undefined;
  /** See findDifference(). */
  readonly isPortFree?: boolean | undefined;
};

/** What was received beside what is registered, the closest first. @returns null when neither was kept */
export function compareValues(
  rule: string,
  { received, registered = [], isPortFree = false }: Values,
): Comparison | null {
  if (received === undefined && registered.length === 0) return null;
  const isAddress = rule.includes('redirect') && received !== undefined;
  const [closest] = registered;
  const cut = isAddress && closest !== undefined ? cutReceived(received, closest, isPortFree) : null;
  return {
    received: received ?? null,
    receivedParts: cut,
    isAddress,
    registered: registered.map((value) =>
      isAddress ? compare(received, value, isPortFree) : { value, common: value, rest: '', difference: null },
    ),
  };
}

function cutReceived(received: string, value: string, isPortFree: boolean) {
  const difference = findDifference(received, value, isPortFree);
  const index = difference?.receivedIndex ?? difference?.index ?? received.length;
  return { common: received.slice(0, index), rest: received.slice(index) };
}

function compare(received: string, value: string, isPortFree: boolean): Registered {
  const difference = findDifference(received, value, isPortFree);
  const index = difference?.index ?? value.length;
  return { value, common: value.slice(0, index), rest: value.slice(index), difference: difference?.name ?? null };
}
