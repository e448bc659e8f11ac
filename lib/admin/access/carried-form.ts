import { z } from 'zod';
import type { Settings } from '#lib/settings/settings';
import { openText, sealText } from './sealed-text';

/** In seconds: enough time to sign in again. */
const lifetimeSeconds = 600;

/** In characters. An address must be shorter than this. */
const maximumLength = 8000;

const carried = z.object({
  expiresAt: z.number(),
  sub: z.string().nullable(),
  values: z.record(z.string(), z.array(z.string())),
});

/** The values typed into a form, by field. Secrets and files are never included. */
export type TypedValues = Readonly<Record<string, readonly string[]>>;

type Place = {
  /** The hash of a handle that binds the browser: see readBinding(). */
  readonly browser: string;
  /** The path of the page with the form. */
  readonly path: string;
};

type Sealing = { readonly settings: Pick<Settings, 'secret'>; readonly now: Date };

/**
 * Seals the typed values of a form as text for an address, to keep them while the person signs in again. Only this
 * server can create and read the text, and it is bound to this browser and page. Nobody can send a person to a form
 * with forged values.
 * @param sub the person. Null if the session has ended: the next person who signs in to this browser gets the values
 * @returns null if the values are too long
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

/** @returns null for any other text, for another person, and after 10 minutes */
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
