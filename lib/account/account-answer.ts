import { z } from 'zod';
import { open, seal, sealingKey } from '#lib/crypto/seal';
import { isMessageKey, type MessageKey } from '#lib/i18n/catalog';
import type { Settings } from '#lib/settings/settings';
import { readJson } from '#lib/vocabulary/json';

/** In seconds: as long as a sign-in may take. */
const lifetimeSeconds = 900;

/** Longer than any of ours, and than an address may be. */
const maximumLength = 8000;

const words = z.object({
  key: z.string().refine((key): key is MessageKey => isMessageKey(key)),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
const fields = z.record(z.string(), z.string());

const answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), words }),
  z.object({ kind: z.literal('problem'), words, field: z.string().nullable(), typed: fields }),
  z.object({ kind: z.literal('confirm'), heading: words, text: words, button: words, fields }),
  z.object({ kind: z.literal('typed'), typed: fields }),
]);

/**
 * What a form of the account leaves for the page that follows: that it was done, what is wrong and what was typed, a
 * question, or what was typed before a new sign-in.
 */
export type KeptAnswer = z.output<typeof answer>;

/** The page that shows it, by its path, and the person it belongs to. */
type Place = { readonly sub: string; readonly path: string };

type Sealing = { readonly settings: Pick<Settings, 'secret'>; readonly now: Date };

/**
 * Seals an answer into text for the page's address. Only this server can make and read it, for this page and this
 * person, so that nobody can send people to a page with forged text, and no log contains what they typed.
 */
export function sealAnswer(kept: KeptAnswer, place: Place, { settings, now }: Sealing): string {
  const expiresAt = now.getTime() + lifetimeSeconds * 1000;
  return seal(sealingKey(settings.secret), JSON.stringify({ kept, expiresAt }), aadOf(place));
}

/** @returns null for anything else, and after 15 minutes */
export function openAnswer(text: string | undefined, place: Place, { settings, now }: Sealing): KeptAnswer | null {
  if (text === undefined || text.length > maximumLength) return null;
  const opened = z.object({ kept: answer, expiresAt: z.number() }).safeParse(tryOpen(text, place, settings));
  return opened.success && opened.data.expiresAt > now.getTime() ? opened.data.kept : null;
}

function tryOpen(text: string, place: Place, { secret }: Sealing['settings']): unknown {
  try {
    return readJson(open(sealingKey(secret), text, aadOf(place)).toString());
  } catch {
    // The text is untrusted; one that does not open is not an answer.
    return null;
  }
}

function aadOf({ sub, path }: Place): string {
  return `account:${sub}:${path}`;
}
