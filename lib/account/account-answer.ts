import { z } from 'zod';
import type { HandleHash } from '#lib/crypto/random';
import { open, seal, sealingKey } from '#lib/crypto/seal';
import { isMessageKey, type MessageKey } from '#lib/i18n/catalog';
import type { Wording } from '#lib/i18n/translate';
import { readBinding } from '#lib/sessions/browser-binding';
import type { Settings } from '#lib/settings/settings';
import { readJson } from '#lib/vocabulary/json';
import { boundedText } from '#lib/vocabulary/text';

/** In seconds: the time that a sign-in may take. */
const lifetimeSeconds = 900;

/** In characters. Longer than any answer of ours, and than an address may be. */
const maximumLength = 8000;

const words = z.object({
  key: boundedText(200).refine((key): key is MessageKey => isMessageKey(key)),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});

const answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), words }),
  z.object({ kind: z.literal('typed'), typed: z.record(z.string(), z.string()) }),
]);

/** What a form of the account passes to another page: that it was done, or what was typed before a new sign-in. */
export type KeptAnswer = z.output<typeof answer>;

/**
 * The path of the page that shows the answer, and its person. After the end of a session, the browser instead: the hash
 * of a handle that binds it (see readBinding()).
 */
type Place = { readonly path: string } & ({ readonly sub: string } | { readonly browser: HandleHash });

type Sealing = { readonly settings: Pick<Settings, 'secret'>; readonly now: Date };

/**
 * Seals an answer as text for the address of a page. Only this server can create and read it, for this page and this
 * person. So nobody can send people to a page with forged text, and no log contains the typed values.
 */
export function sealAnswer(kept: KeptAnswer, place: Place, { settings, now }: Sealing): string {
  const expiresAt = now.getTime() + lifetimeSeconds * 1000;
  return seal(sealingKey(settings.secret), JSON.stringify({ kept, expiresAt }), aadOf(place));
}

/** The address of a page, which says that this was done. */
export function doneAddress(
  { key, values }: Wording,
  place: Extract<Place, { sub: string }>,
  sealing: Sealing,
): string {
  const words = { key, values: { ...values } };
  return `${place.path}?${new URLSearchParams({ answer: sealAnswer({ kind: 'done', words }, place, sealing) })}`;
}

/** @returns null for any other text, and after 15 minutes */
export function openAnswer(text: string | undefined, place: Place, { settings, now }: Sealing): KeptAnswer | null {
  if (text === undefined || text.length > maximumLength) return null;
  const opened = z.object({ kept: answer, expiresAt: z.number() }).safeParse(tryOpen(text, place, settings));
  return opened.success && opened.data.expiresAt > now.getTime() ? opened.data.kept : null;
}

type Reader = { readonly sub: string; readonly path: string; readonly cookieHeader: string | undefined };

/** The answer for this person, or what was typed in this browser before they had to sign in. */
export function findAccountAnswer(
  text: string | undefined,
  { sub, path, cookieHeader }: Reader,
  sealing: Sealing & { readonly settings: Pick<Settings, 'secure'> },
): KeptAnswer | null {
  const browsers = readBinding(cookieHeader, sealing.settings)?.all ?? [];
  const places = [{ sub, path }, ...browsers.map(({ hash }) => ({ browser: hash, path }))];
  return places.map((place) => openAnswer(text, place, sealing)).find((answer) => answer !== null) ?? null;
}

function tryOpen(text: string, place: Place, { secret }: Sealing['settings']): unknown {
  try {
    return readJson(open(sealingKey(secret), text, aadOf(place)).toString());
  } catch {
    // The text is untrusted. If it cannot be opened, it is not an answer.
    return null;
  }
}

function aadOf({ path, ...of }: Place): string {
  return 'sub' in of ? `account:${of.sub}:${path}` : `account-browser:${of.browser}:${path}`;
}
