import { type Consent, consentCovers } from '#lib/consents/consent-covers';
import { findConsent } from '#lib/consents/store';
import { decide } from '#lib/protocol/authorize/decide';
import { extraClaims } from '#lib/protocol/authorize/extra-claims';
import { redirectHost } from '#lib/protocol/authorize/redirect-host';
import type { Context } from '#lib/protocol/context';
import { offlineAccess, stillAllowed } from '#lib/protocol/scope';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { clientFace } from './client-face';
import { consentPurpose } from './consent-purpose';
import { readSessions, sessionFor } from './current-session';
import { formBinding } from './form-binding';
import { frameOf } from './frame-of';
import { loadInteraction, type OpenInteraction } from './load-interaction';
import type { ConsentPage, ProblemPage, RedirectPage } from './page-models';
import type { PageInput } from './read-login-page';
import { readable, scopeFace } from './scope-face';

/** What /consent shows, or where the person has to be instead. */
export async function readConsentPage(
  context: Context,
  { interaction: handle, cookieHeader }: PageInput,
): Promise<ConsentPage | RedirectPage | ProblemPage> {
  const open = await loadInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  const { interaction, client } = open;
  const session = sessionFor(open, await readSessions(cookieHeader, context));
  const next = await decide(
    {
      request: interaction.request,
      client,
      session,
      startedAt: interaction.startedAt,
      chosenSid: interaction.chosenSid,
    },
    context,
  );
  if (session === null || next.step === 'login' || next.step === 'refuse') {
    return { page: 'redirect', location: `/login?interaction=${open.handle}` };
  }
  const consent = await findConsent(context.db, session.sub, client.clientId);
  return consentPage({ open, session, consent, cookieHeader }, context);
}

type Asked = {
  readonly open: OpenInteraction;
  readonly session: SessionWithUser;
  readonly consent: Consent | null;
  readonly cookieHeader: string | undefined;
};

function consentPage({ open, session, consent, cookieHeader }: Asked, context: Context): ConsentPage {
  const { snapshot } = context;
  const { handle, interaction, client } = open;
  const purpose = consentPurpose(handle, session.sub);
  const { name } = session.user.claims;
  const scope = stillAllowed(snapshot, client, interaction.request.scope);
  return {
    page: 'consent',
    frame: frameOf(open, context),
    form: formBinding({ handle, cookieHeader, purpose }, context),
    client: clientFace(client),
    redirectHost: redirectHost(interaction.request.redirectUri),
    selfRegistered: client.selfRegistered,
    user: { username: session.user.username, name: typeof name === 'string' ? name : null },
    scopes: scope.map((name) => scopeFace(name, session.user, snapshot)),
    allowed: allowedBefore(consent, scope, context.now),
    details: extraClaims(interaction.request, snapshot).flatMap((claim) => {
      const values = readable(session.user.claims[claim]);
      return values.length === 0 ? [] : [{ claim, values }];
    }),
    canRemember: client.allowRememberConsent,
    rememberedSeconds: client.consentLifetimeSeconds,
    redirectUri: interaction.request.redirectUri,
    problem: interaction.problem === 'nothing_selected' ? 'nothing_selected' : null,
  };
}

/** None when nothing is new: then the application wants to be answered about all of it again. */
function allowedBefore(consent: Consent | null, scope: readonly string[], now: Date): ReadonlySet<string> {
  const allowed = scope.filter((name) => name !== offlineAccess && consentCovers(consent, [name], now));
  return new Set(allowed.length === scope.length ? [] : allowed);
}
