import { headers } from 'next/headers';
import type { Context } from '#lib/context';
import { explainUnavailable, retryLink } from '#lib/http/problem';
import { responseStorage } from '#lib/http/response-storage';
import type { HttpRequest } from '#lib/http/types';
import { mailTransport } from '#lib/mail/mail';
import { watchRequest } from '#lib/protocol/watch-request';
import { explainOutside, getRuntime } from '#lib/runtime';
import { isUnavailable } from '#lib/serve';
import { knownFrame } from '#lib/snapshot/current';
import { type PageFrame, wholeFrame } from '#lib/theme/brand';
import { ensureRuntime } from './ensure-runtime';
import { pageContext, pageRequest } from './page-context';
import { readRequestFacts } from './request-facts';

/** The page that is shown while the database or the configuration is unavailable. */
type UnavailablePage = {
  readonly page: 'problem';
  readonly status: 503;
  readonly problem: 'unavailable';
  readonly reference: string;
  readonly continueTo: null;
  readonly again: typeof retryLink;
  readonly details: readonly [];
  readonly frame: PageFrame;
};

type Frame = {
  readonly host: string;
  /** The portal's own, for a page that has no other. */
  readonly frame: PageFrame;
  readonly nonce: string | undefined;
  /** Mails are files that this caller may read, because server and browser are one machine. */
  readonly hasOutbox: boolean;
};

/**
 * Reads the model of a page. An outage also results in a page, because Next could only answer 500, which is empty
 * without scripts.
 * @param read returns the page's model
 * @returns the model, the issuer's host for the page's foot, and the nonce for its style
 */
export async function readPage<Model>(
  read: (context: Context) => Promise<Model>,
): Promise<Frame & { readonly model: Model | UnavailablePage }> {
  const nonce = await readNonce();
  try {
    const context = await pageContext();
    const { settings, snapshot, isLocal } = context;
    const hasOutbox = isLocal && mailTransport(settings) === 'outbox';
    const frame = wholeFrame(snapshot.brand);
    return { host: hostOf(settings.issuer), frame, nonce, hasOutbox, model: await readWatched(context, read) };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const { settings, log } = getRuntime();
    const { requestId, place } = await pageRequest();
    log.forRequest(requestId).warn({ err: error }, 'database unavailable');
    const reference = explainUnavailable(explainOutside(requestId, place));
    const problem = { status: 503, problem: 'unavailable', reference, continueTo: null, again: retryLink } as const;
    return {
      host: hostOf(settings.issuer),
      nonce,
      hasOutbox: false,
      frame: knownFrame(),
      model: { page: 'problem', ...problem, details: [], frame: knownFrame() },
    };
  }
}

/** What a page outside of the areas is drawn with. */
export async function portalShell() {
  await ensureRuntime();
  return { frame: knownFrame(), nonce: await readNonce() };
}

/** The nonce that proxy.ts put into this page's policy. */
export async function readNonce(): Promise<string | undefined> {
  return /'nonce-([^']+)'/.exec((await headers()).get('content-security-policy') ?? '')?.[1];
}

function hostOf(issuer: string): string {
  return new URL(issuer).host;
}

/** Reads a page's model. If a client is traced, showing the page is recorded as a step of the sign-in. */
async function readWatched<Model>(context: Context, read: (context: Context) => Promise<Model>): Promise<Model> {
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
