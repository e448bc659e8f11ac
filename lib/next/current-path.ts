import { headers } from 'next/headers';
import { responseStorage } from '#lib/http/response-storage';

/** The path of the page that is being rendered or that a form was sent from, without its query. */
export async function currentPath(): Promise<string> {
  const url = responseStorage().getStore()?.req.url ?? (await headers()).get('referer') ?? '/';
  return new URL(url, 'http://localhost').pathname;
}
