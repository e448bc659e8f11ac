import { hashHandle } from '#lib/crypto/hash';
import type { Database } from '#lib/db/database';

/** What an interaction tells about the language of its pages. */
export type InteractionLanguage = {
  readonly kind: string;
  readonly clientId: string | null;
  readonly acrValues: string | null;
  readonly uiLocales: string | null;
  readonly startedAt: Date;
};

/** @returns null for an unknown handle; an interaction that is over still has a language */
export function findInteractionLanguage(db: Database, handle: string): Promise<InteractionLanguage | null> {
  const select = { kind: true, clientId: true, acrValues: true, uiLocales: true, startedAt: true } as const;
  return db.interaction.findUnique({ where: { hash: hashHandle(handle) }, select });
}
