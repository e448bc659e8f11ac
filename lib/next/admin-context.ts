import type { ServerResponse } from 'node:http';
import { headers } from 'next/headers';
import { type Opened, openAdministrator } from '#lib/admin/access/open-administrator';
import type { Policy } from '#lib/admin/access/principal';
import { answeredForm } from '#lib/admin/form-state';
import { responseStorage } from '#lib/http/response-storage';
import { singleton } from '#lib/singleton';
import { pageContext } from './page-context';
import { readRequestFacts } from './request-facts';

/** Lets the person of a page into the administration, or not. */
export async function openAdmin(policy: Policy): Promise<Opened> {
  const incoming = await headers();
  const { clientAddress, path } = readRequestFacts((name) => incoming.get(name));
  const cookieHeader = incoming.get('cookie') ?? undefined;
  const what = isFirstCheck() ? path : null;
  return openAdministrator(policy, { cookieHeader, clientAddress, what }, await pageContext());
}

/** A form goes through the guard before its page does. A refusal is recorded once. */
export function isFirstCheck(): boolean {
  const response = responseStorage().getStore();
  if (response === undefined) return true;
  if (answeredForm()?.problem === 'forbidden') return false;
  const checked = singleton('checked-responses', () => new WeakSet<ServerResponse>());
  if (checked.has(response)) return false;
  checked.add(response);
  return true;
}
