import { sha256 } from '#lib/crypto/hash';
import type { AuditEvent } from '../event';

/** What comes before the first event. */
export const genesis = sha256('signet audit log');

export type Seal = {
  readonly sequence: number;
  readonly eventId: string;
  readonly previousHash: string;
  readonly hash: string;
};

/** The hash that covers an event and, by the hash before it, everything that was sealed earlier. */
export function sealHash(previousHash: string, event: AuditEvent): string {
  const content = [
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
  return sha256(`${previousHash}\n${JSON.stringify(content)}`);
}

/** Seals events after the last seal, in their order. */
export function continueChain(last: Seal | null, events: readonly AuditEvent[]): Seal[] {
  let previousHash = last?.hash ?? genesis;
  return events.map((event, index) => {
    const seal = {
      sequence: (last?.sequence ?? 0) + 1 + index,
      eventId: event.id,
      previousHash,
      hash: sealHash(previousHash, event),
    };
    previousHash = seal.hash;
    return seal;
  });
}
