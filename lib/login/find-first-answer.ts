import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { transaction } from '#lib/db/transaction';
import { seeOther, withCookies } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { type AnsweredForm, type FirstAnswer, openFirstAnswer } from '#lib/interactions/first-answer';
import type { Interaction, PortalInteraction } from '#lib/interactions/interaction';
import { findInteraction } from '#lib/interactions/interaction-store';
import { judgeRequest } from '#lib/protocol/authorize/judge-request';
import { respond, respondRefused } from '#lib/protocol/authorize/respond';
import { isOAuthError } from '#lib/protocol/oauth-error';
import { findBound, readBinding } from '#lib/sessions/browser-binding';
import type { Caller } from '#lib/sessions/caller';
import { readBrowser } from '#lib/sessions/read-browser';
import { endSessions, isSessionOpen } from '#lib/sessions/session-store';
import { findCode } from '#lib/tokens/token-store';
import type { OpenInteraction } from './load-interaction';
import { finishedPage } from './problem-page';
import { respondProblem } from './respond';

/** A browser's request, and the session that it started. */
export type Asker = Caller & {
  readonly started?: { readonly sid: string; readonly setCookie: readonly string[] };
};

/** The form that an interaction's answer belongs to. Null for a request that is no form of its browser. */
export function answeredForm(
  { browserHash }: Pick<Interaction, 'browserHash'>,
  { cookieHeader, formHash, started }: Asker,
  { settings }: Pick<Context, 'settings'>,
): AnsweredForm | null {
  const binding = readBinding(cookieHeader, settings);
  const handle = binding && findBound(binding, browserHash);
  return handle === null || formHash === undefined
    ? null
    : { key: `${handle} ${formHash}`, setCookie: started?.setCookie ?? [] };
}

/**
 * Gives the first answer again, for a minute, to the browser that sends the same form twice: the browser has dropped the
 * answer to the first one. Nothing is issued or recorded a second time.
 * @returns null for any other form or browser, once the code was used, and after a sign-out
 */
export async function findFirstAnswer(
  interaction: Interaction,
  caller: Asker,
  context: Context,
): Promise<HttpResponse | null> {
  const form = answeredForm(interaction, caller, context);
  const first = form && openFirstAnswer(interaction, form, context.now);
  if (!first || !(await isStillGood(first, context))) return null;
  const response = await send(interaction, first, context);
  return response && withCookies(response, await cookiesFor(caller, first, context));
}

/** Using a code twice would end what the first use gave (RFC 6749 §4.1.2). */
async function isStillGood({ sid, parameters }: FirstAnswer, { db, now }: Context): Promise<boolean> {
  if (sid === null) return true;
  const { code } = parameters;
  if (code === undefined) return isSessionOpen(db, sid, now);
  const found = await findCode(db, hashHandle(code), now);
  if (found === null || found.redeemedAt !== null || found.expiresAt <= now) return false;
  const { revokedAt, user } = found.grant;
  return revokedAt === null && user.enabled && found.isSessionOpen;
}

/** The same for a request that lost against the form that was answered: they came at the same time. */
export async function reloadFirstAnswer(
  { handle }: Pick<OpenInteraction, 'handle'>,
  caller: Asker,
  context: Context,
): Promise<HttpResponse | null> {
  const interaction = await findInteraction(context.db, handle);
  return interaction && findFirstAnswer(interaction, caller, context);
}

/** The answer to a form whose interaction has been answered meanwhile. */
export async function respondFinished(open: OpenInteraction, caller: Asker, context: Context): Promise<HttpResponse> {
  return (await reloadFirstAnswer(open, caller, context)) ?? respondProblem(finishedPage(open, context));
}

async function send(interaction: Interaction, first: FirstAnswer, context: Context): Promise<HttpResponse | null> {
  const { parameters } = first;
  if (interaction.kind === 'portal') return seeOther(portalTarget(interaction, context));
  const to = interaction.kind === 'authorize' ? judgeRequest(interaction, context) : null;
  if (to === null || isOAuthError(to)) return null;
  return parameters.error === undefined ? respond(to, parameters, context) : respondRefused(to, parameters, context);
}

/**
 * The cookies of the first answer's session, unless the browser has it already, or that cookie was replaced by a newer
 * one. Both forms may have started a session at the same time: the one that answered nothing ends.
 */
async function cookiesFor(
  { cookieHeader, started }: Asker,
  { sid, setCookie }: FirstAnswer,
  { db, settings, snapshot: { portal }, now }: Context,
): Promise<readonly string[]> {
  const knows = async (cookies: string | undefined) => {
    const { sessions } = await readBrowser({ db, settings, cookieHeader: cookies, portal, now });
    return sessions.some((session) => session.sid === sid);
  };
  if (sid === null || started?.sid === sid || (await knows(cookieHeader))) return [];
  if (started !== undefined) await transaction(db, (tx) => endSessions(tx, { sid: started.sid }, now));
  return (await knows(setCookie.map((line) => line.split(';', 1)[0]).join('; '))) ? setCookie : [];
}

/** Where a sign-in to the portal leads, with what was typed on the page that required it. */
export function portalTarget({ area, typed }: PortalInteraction, { settings }: Pick<Context, 'settings'>): string {
  const query = typed === null ? '' : `${area.includes('?') ? '&' : '?'}${new URLSearchParams({ answer: typed })}`;
  return `${settings.issuer}${area}${query}`;
}
