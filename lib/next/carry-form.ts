import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { carryThroughSignIn, openForm, pathOf, type TypedValues } from '#lib/admin/access/carried-form';
import type { AdminContext } from '#lib/admin/admin-context';
import { readClock } from '#lib/http/clock';
import { responseStorage } from '#lib/http/response-storage';
import { getRuntime } from '#lib/runtime';
import { readBinding } from '#lib/sessions/browser-binding';
import { currentAddress } from './current-address';

/**
 * Redirects the sender of a Server Action to the sign-in, and from there back to the page with their input.
 * @param sub the person, who must sign in again; null if the session has ended
 */
export async function redirectToSignIn(typed: TypedValues, sub: string | null): Promise<never> {
  const cookieHeader = (await headers()).get('cookie') ?? undefined;
  const sender = { address: await currentAddress(), cookieHeader, sub };
  const { goTo, cookies } = carryThroughSignIn(typed, sender, { settings: getRuntime().settings, now: readClock() });
  for (const cookie of cookies) responseStorage().getStore()?.appendHeader('set-cookie', cookie);
  redirect(goTo);
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
