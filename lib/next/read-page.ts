import { headers } from 'next/headers';
import type { Context } from '#lib/context';
import { explainUnavailable, retryLink } from '#lib/http/problem';
import { explainOutside, getRuntime } from '#lib/runtime';
import { isUnavailable } from '#lib/serve';
import { pageContext, pageRequest } from './page-context';
import { readWatched } from './read-watched';

/** The page that is shown while the database or the configuration is unavailable. */
type UnavailablePage = {
  readonly page: 'problem';
  readonly status: 503;
  readonly problem: 'unavailable';
  readonly reference: string;
  readonly continueTo: null;
  readonly again: typeof retryLink;
  readonly details: readonly [];
};

/**
 * Reads the model of a page. An outage also results in a page, because Next could only answer 500, which is empty
 * without scripts.
 * @param read returns the page's model
 * @returns the model, the issuer's host for the page's foot, and the nonce for its style
 */
export async function readPage<Model>(
  read: (context: Context) => Promise<Model>,
): Promise<{ readonly host: string; readonly nonce: string | undefined; readonly model: Model | UnavailablePage }> {
  const nonce = await readNonce();
  try {
    const context = await pageContext();
    return { host: hostOf(context.settings.issuer), nonce, model: await readWatched(context, read) };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const { settings, log } = getRuntime();
    const { requestId, place } = await pageRequest();
    log.forRequest(requestId).warn({ err: error }, 'database unavailable');
    const reference = explainUnavailable(explainOutside(requestId, place));
    const problem = { status: 503, problem: 'unavailable', reference, continueTo: null, again: retryLink } as const;
    return { host: hostOf(settings.issuer), nonce, model: { page: 'problem', ...problem, details: [] } };
  }
}

/** The nonce that proxy.ts put into this page's policy. */
export async function readNonce(): Promise<string | undefined> {
  return /'nonce-([^']+)'/.exec((await headers()).get('content-security-policy') ?? '')?.[1];
}

function hostOf(issuer: string): string {
  return new URL(issuer).host;
}
