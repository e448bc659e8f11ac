import { headers } from 'next/headers';
import { type CarriedForm, openForm, pathOf } from '#lib/admin/access/carried-form';
import type { AdminContext } from '#lib/admin/admin-context';
import { readBinding } from '#lib/sessions/browser-binding';
import { currentAddress } from './current-address';

/** The input from before the sign-in that led to this page. Null if there was none. */
export async function readCarriedForm(answer: string | undefined, admin: AdminContext): Promise<CarriedForm | null> {
  const { sub } = admin.principal;
  const binding = readBinding((await headers()).get('cookie') ?? undefined, admin.settings);
  if (answer === undefined || binding === null || sub === null) return null;
  const path = pathOf(await currentAddress());
  for (const { hash } of binding.all) {
    const form = openForm(answer, { sub, browser: hash, path }, admin);
    if (form !== null) return form;
  }
  return null;
}
