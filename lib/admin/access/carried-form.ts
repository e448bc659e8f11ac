import { z } from 'zod';
import type { Settings } from '#lib/settings/settings';
import { openText, sealText } from './sealed-text';

/** In seconds: the time for another sign-in. */
const lifetimeSeconds = 600;

/** Longer than an address may be, in characters. */
const maximumLength = 8000;

const carried = z.object({
  expiresAt: z.number(),
  sub: z.string().nullable(),
  values: z.record(z.string(), z.array(z.string())),
});

/** What was typed into a form, by field: never a secret or a file. */
export type TypedValues = Readonly<Record<string, readonly string[]>>;

type Place = {
  /** The hash of a handle that binds the browser: see readBinding(). */
  readonly browser: string;
  /** The path of the page of the form. */
  readonly path: string;
};

type Sealing = { readonly settings: Pick<Settings, 'secret'>; readonly now: Date };

/**
 * Seals what was typed into text for an address, while its person signs in. Only this server can make and read it, in
 * this browser and for this page: nobody can send a person to a form with forged values.
 * @param sub the person; null after the session ended: the next person who signs in to this browser gets it
 * @returns null if it is too long
 */
export function sealForm(
  values: TypedValues,
  { sub, ...place }: Place & { readonly sub: string | null },
  { settings, now }: Sealing,
): string | null {
  const expiresAt = now.getTime() + lifetimeSeconds * 1000;
  const sealed = sealText({ values, sub, expiresAt }, nameOf(place), settings);
  return sealed.length > maximumLength ? null : sealed;
}

/** @returns null for anything else, for another person and after 10 minutes */
export function openForm(
  text: string | undefined,
  { sub, ...place }: Place & { readonly sub: string },
  { settings, now }: Sealing,
): TypedValues | null {
  if (text === undefined || text.length > maximumLength) return null;
  const opened = carried.safeParse(openText(text, nameOf(place), settings));
  if (!opened.success || opened.data.expiresAt <= now.getTime()) return null;
  return opened.data.sub === null || opened.data.sub === sub ? opened.data.values : null;
}

function nameOf({ browser, path }: Place): string {
  return `admin-form:${browser}:${path}`;
}
