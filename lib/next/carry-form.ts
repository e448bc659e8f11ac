import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { openForm, sealForm, type TypedValues } from '#lib/admin/access/carried-form';
import type { AdminContext } from '#lib/admin/admin-context';
import { readClock } from '#lib/http/clock';
import { defaultLimits } from '#lib/http/limits';
import { responseStorage } from '#lib/http/response-storage';
import { toArea } from '#lib/interactions/area-address';
import { getRuntime } from '#lib/runtime';
import { bindBrowser, readBinding } from '#lib/sessions/browser-binding';
import { currentAddress } from './current-address';

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

/**
 * Redirects the sender of a form to the sign-in, and from there back to the page with their input.
 * @param sub the person, who must sign in again; null if the session has ended
 */
export async function carryThroughSignIn(typed: TypedValues, sub: string | null): Promise<never> {
  const { settings } = getRuntime();
  const address = await currentAddress();
  const { hash, setCookie } = bindBrowser((await headers()).get('cookie') ?? undefined, settings);
  for (const cookie of setCookie) responseStorage().getStore()?.appendHeader('set-cookie', cookie);
  const place = { sub, browser: hash, path: pathOf(address) };
  const answer = sealForm(typed, place, { settings, now: readClock() });
  const again = sub === null ? {} : ({ again: '1' } as const);
  redirect(signInPath(address, { ...again, ...(answer !== null && { answer }) }));
}

/** The input from before the sign-in that led to this page. Null if there was none. */
export async function readCarriedForm(answer: string | undefined, admin: AdminContext): Promise<TypedValues | null> {
  const { sub } = admin.principal;
  const binding = readBinding((await headers()).get('cookie') ?? undefined, admin.settings);
  if (answer === undefined || binding === null || sub === null) return null;
  const path = pathOf(await currentAddress());
  for (const { hash } of binding.all) {
    const typed = openForm(answer, { sub, browser: hash, path }, admin);
    if (typed !== null) return typed;
  }
  return null;
}

function pathOf(address: string): string {
  return address.split('?')[0] ?? '';
}
