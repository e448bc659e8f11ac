import { headers } from 'next/headers';
import { responseStorage } from '#lib/http/response-storage';
import { pagePath } from './page-address';

/** The path and query of the page that is being rendered, or that a form was sent from. */
export async function currentAddress(): Promise<string> {
  const url = responseStorage().getStore()?.req.url ?? (await headers()).get('referer') ?? '/';
  const { pathname, search } = new URL(url, 'http://localhost');
  return pagePath(pathname) + search;
}
