import { createHmac } from 'node:crypto';
import { sha256 } from '#lib/crypto/hash';
import type { AuditEvent } from '../event';

/** The hash before the first event. */
export const genesis = sha256('signet audit log');

/** A decrypted key of the hash chain. */
export type AuditKey = {
  readonly number: number;
  readonly key: Buffer;
  /** The number of the last seal before the first key. It is sealed together with the key. */
  readonly after: number;
};

export type Seal = {
  readonly sequence: number;
  readonly eventId: string;
  readonly previousHash: string;
  readonly hash: string;
  /** The key of the hash. Null for a seal before the first key. */
  readonly keyNumber: number | null;
};

/**
 * The hash of an event and, through the previous hash, of everything that was sealed earlier.
 * @param key null for the part of the chain before the first key
 */
export function sealHash(previousHash: string, event: AuditEvent, key: AuditKey | null): string {
  const content = `${previousHash}\n${JSON.stringify(contentOf(event))}`;
  return key === null ? sha256(content) : createHmac('sha256', key.key).update(content).digest('base64url');
}

/** The content of an event, in the order in which it is hashed. */
export function contentOf(event: AuditEvent): readonly (string | null)[] {
  return [
    event.id,
    event.at.toISOString(),
    event.type,
    event.outcome,
    event.actorKind,
    event.actorId,
    event.actorName,
    event.targetKind,
    event.targetId,
    event.targetName,
    event.clientId,
    event.clientName,
    event.address,
    event.requestId,
    event.details,
  ];
}

/** Seals events after the last seal, in order. */
export function continueChain(last: Seal | null, events: readonly AuditEvent[], key: AuditKey): Seal[] {
  let previousHash = last?.hash ?? genesis;
  return events.map((event, index) => {
    const seal = {
      sequence: (last?.sequence ?? 0) + 1 + index,
      eventId: event.id,
      previousHash,
      hash: sealHash(previousHash, event, key),
      keyNumber: key.number,
    };
    previousHash = seal.hash;
    return seal;
  });
}
