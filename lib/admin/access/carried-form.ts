import { z } from 'zod';
import type { Shown } from '#lib/forms/form';
import { defaultLimits } from '#lib/http/limits';
import { toArea } from '#lib/interactions/area-address';
import { bindBrowser } from '#lib/sessions/browser-binding';
import type { Settings } from '#lib/settings/settings';
import type { ActionState } from '../action-state';
import { openText, sealText } from './sealed-text';

/** In seconds: enough time to sign in again. */
const lifetimeSeconds = 600;

/** In characters. An address must be shorter than this. */
const maximumLength = 8000;

const carried = z.object({
  expiresAt: z.number(),
  sub: z.string().nullable(),
  form: z.object({
    address: z.string(),
    values: z.record(z.string(), z.array(z.string())),
    section: z.string().optional(),
    isBeside: z.boolean().optional(),
  }),
});

/** A form as its page is shown with it again. Secrets and files are never included. */
export type CarriedForm = Shown & Pick<ActionState, 'section' | 'isBeside'>;

type Place = {
  /** The hash of a handle that binds the browser: see readBinding(). */
  readonly browser: string;
  /** The path of the page with the form. */
  readonly path: string;
};

type Sealing = { readonly settings: Pick<Settings, 'secret'>; readonly now: Date };

/**
 * Seals a form with its typed values as text for an address, to keep them while the person signs in again. Only this
 * server can create and read the text, and it is bound to this browser and page. Nobody can send a person to a form
 * with forged values.
 * @param sub the person. Null if the session has ended: the next person who signs in to this browser gets the values
 * @returns null if the values are too long
 */
export function sealForm(
  form: CarriedForm,
  { sub, ...place }: Place & { readonly sub: string | null },
  { settings, now }: Sealing,
): string | null {
  const expiresAt = now.getTime() + lifetimeSeconds * 1000;
  const sealed = sealText({ form, sub, expiresAt }, nameOf(place), settings);
  return sealed.length > maximumLength ? null : sealed;
}

type Sender = {
  /** The path and query of the page with the form. */
  readonly address: string;
  readonly cookieHeader: string | undefined;
  /** The person, who must sign in again; null if the session has ended. */
  readonly sub: string | null;
};

/** Where the sender of a form signs in. From there they return to the page with their input. */
export function carryThroughSignIn(
  form: CarriedForm,
  { address, cookieHeader, sub }: Sender,
  { settings, now }: { readonly settings: Settings; readonly now: Date },
): { readonly goTo: string; readonly cookies: readonly string[] } {
  const { hash, setCookie } = bindBrowser(cookieHeader, settings);
  const answer = sealForm(form, { sub, browser: hash, path: pathOf(address) }, { settings, now });
  const again = sub === null ? {} : ({ again: '1' } as const);
  return { goTo: signInPath(address, { ...again, ...(answer !== null && { answer }) }), cookies: setCookie };
}

const signIn = '/admin/sign-in';

type Asks = { readonly choose?: '1'; readonly again?: '1'; readonly answer?: string };

/**
 * The sign-in address for a page of the administration. It is left without the answer if it would be longer than the
 * server accepts. The address of the page with the answer is shorter.
 */
export function signInPath(path: string, { answer, ...asks }: Asks = {}): string {
  const to = toArea(path, signIn);
  const addressOf = (more: Asks) => `${signIn}?${new URLSearchParams({ to, ...more })}`;
  const whole = answer === undefined ? null : addressOf({ ...asks, answer });
  return whole === null || whole.length > defaultLimits.urlBytes ? addressOf(asks) : whole;
}

/** The path of a page's address. */
export function pathOf(address: string): string {
  return address.split('?')[0] ?? '';
}

/** @returns null for any other text, for another person, and after 10 minutes */
export function openForm(
  text: string | undefined,
  { sub, ...place }: Place & { readonly sub: string },
  { settings, now }: Sealing,
): CarriedForm | null {
  if (text === undefined || text.length > maximumLength) return null;
  const opened = carried.safeParse(openText(text, nameOf(place), settings));
  if (!opened.success || opened.data.expiresAt <= now.getTime()) return null;
  return opened.data.sub === null || opened.data.sub === sub ? opened.data.form : null;
}

function nameOf({ browser, path }: Place): string {
  return `admin-form:${browser}:${path}`;
}
