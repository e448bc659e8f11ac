import { headers } from 'next/headers';
import type { Context } from '#lib/context';
import { responseStorage } from '#lib/http/response-storage';
import type { HttpRequest } from '#lib/http/types';
import { watchRequest } from '#lib/protocol/watch-request';
import { readRequestFacts } from './request-facts';

/** Reads a page's model. If a client is traced, showing the page is recorded as a step of the sign-in. */
export async function readWatched<Model>(context: Context, read: (context: Context) => Promise<Model>): Promise<Model> {
  const watched = watchRequest(context);
  if (watched === null) return read(context);
  const model = await read(watched.context);
  watched.finish(await pageAsRequest(), { ...outcomeOf(model), headers: {}, body: '' });
  return model;
}

/** Cookies and the other headers are not recorded. */
async function pageAsRequest(): Promise<HttpRequest> {
  const incoming = await headers();
  const { path, clientAddress } = readRequestFacts((name) => incoming.get(name));
  const [, query = ''] = (responseStorage().getStore()?.req.url ?? '').split('?', 2);
  return { method: 'GET', path, query, headers: {}, body: '', clientAddress };
}

/** A problem on the page, as after a wrong password, is the outcome of the previous step. */
function outcomeOf(model: unknown): { readonly status: number; readonly report: { readonly outcome: string } } {
  const { status, problem }: { status?: unknown; problem?: unknown } =
    typeof model === 'object' && model !== null ? model : {};
  return {
    status: typeof status === 'number' ? status : 200,
    report: { outcome: typeof problem === 'string' ? problem : 'shown' },
  };
}
