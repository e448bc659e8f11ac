import type { Context } from '#lib/context';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { noteUpstream, type UpstreamSignIn } from '#lib/interactions/upstream-sign-in-store';
import { readBrowser } from '#lib/sessions/read-browser';
import { isUpstreamError, UpstreamError } from '../upstream-error';
import { callbackUri, upstreamOf } from '../upstreams';
import { reportFailure, reportSuccess, sealTrialReport, type TrialReport } from './report';
import { openTrialState, type TrialState } from './trial';

/**
 * Finishes an administrator's trial of a provider. The answer is checked like any other, and the report is stored for
 * the page in the administration. Nobody is signed in.
 * @param trial this request used up its state
 */
export async function finishTrial(
  trial: UpstreamSignIn,
  request: HttpRequest,
  context: Context,
): Promise<HttpResponse> {
  const expected = openTrialState(trial.sealed, trial.hash, context);
  const report = await attempt(trial, expected, request, context);
  const problem = report.outcome === 'failed' ? report.problem : null;
  await noteUpstream(context.db, trial.hash, { identity: sealTrialReport(report, trial.hash, context), problem });
  return seeOther(`${context.settings.issuer}${expected.returnTo}`);
}

async function attempt(
  trial: UpstreamSignIn,
  expected: TrialState,
  request: HttpRequest,
  context: Context,
): Promise<TrialReport> {
  const { db, settings, snapshot, now } = context;
  try {
    const browser = await readBrowser({
      db,
      settings,
      cookieHeader: request.headers.cookie,
      portal: snapshot.portal,
      now,
    });
    if (browser.current?.sub !== expected.sub)
      throw new UpstreamError('response', 'someone else is signed in here now');
    const provider = snapshot.providers.get(trial.provider);
    if (provider === undefined || provider.issuer !== expected.issuer || provider.clientId !== expected.clientId) {
      throw new UpstreamError('misconfigured', 'the provider was changed during the test; test it again');
    }
    const answer = new URL(`${callbackUri(provider.name, settings)}?${request.query}`);
    const { nonce, codeVerifier } = expected;
    const state = answer.searchParams.get('state') ?? '';
    const checks = { answer, state, nonce, codeVerifier, maxAge: null, mustBeNew: false, startedAt: trial.createdAt };
    const upstream = await upstreamOf(provider).identify(provider, checks, { policy: settings, now });
    return await reportSuccess(provider, upstream, context);
  } catch (error) {
    if (!isUpstreamError(error)) throw error;
    return reportFailure(error);
  }
}
