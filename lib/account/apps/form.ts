import { z } from 'zod';
import { withdrawClient } from '#lib/admin/users/account-store';
import type { Client } from '#lib/clients/client';
import { narrowConsent } from '#lib/consents/consent-store';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { narrowGrants, revokeGrants } from '#lib/db/revoke-grants';
import { form } from '#lib/forms/form';
import { once } from '#lib/forms/read-posted';
import { noPage } from '#lib/http/html';
import { displayText } from '#lib/i18n/display-text';
import { wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { scopeView } from '#lib/login/consent/read';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { offlineAccess } from '#lib/protocol/scope';
import { createClientNotices } from '#lib/sessions/logout-notice-store';
import { forgetScopeUses } from '#lib/tokens/scope-uses/scope-use-store';
import { readPathSegment } from '#lib/vocabulary/path-segment';
import { changeOwn } from '../change-own';
import { type AccountAnswer, done, person, problem, type SignedIn } from '../person';
import { isRemovable } from './app-scopes';
import { listGrantSessions } from './app-store';

/** POST /account/apps/CLIENT/submit: takes all access away from an app (`remove`), or one scope. */
export const appForm = form('/account/apps/[client]/submit', {
  who: person,
  proof: 'none',
  fields: { scope: once(10_000), decision: z.enum(['remove', 'remove_scope']) },
  handle: async (post, { scope, decision }, _, context) => {
    const clientId = readPathSegment(post.path.split('/').at(-1));
    const client = clientId === null ? undefined : context.snapshot.clients.get(clientId);
    if (client === undefined) return { response: noPage(context) };
    switch (decision) {
      case 'remove':
        return post.isConfirmed ? remove(client, post, context) : askBack(client);
      case 'remove_scope':
        return removeScope(client, scope, post, context);
    }
  },
});

function askBack(client: Client): AccountAnswer {
  const app = nameOf(client);
  const verb = client.requireConsent ? 'remove' : 'end';
  const heading = wording(`account.apps.${verb}_heading`, { app });
  const text = wording(`account.apps.${verb}_text`, { app });
  return { again: { confirm: { heading, text, button: wording(`account.apps.${verb}`) } } };
}

/**
 * Ends the grants, tokens and remembered consent in one transaction, and sends the client a logout notice for each of
 * its sessions.
 */
async function remove(client: Client, post: SignedIn, context: Context): Promise<AccountAnswer> {
  const { now } = context;
  const { clientId } = client;
  await changeOwn(post, context, async (tx, { sub }) => {
    const sids = await listGrantSessions(tx, sub, now, clientId);
    await withdrawClient(tx, { sub, clientId }, now);
    await forgetScopeUses(tx, { sub, clientId });
    await createClientNotices(tx, { sub, clientId, sids }, now);
    return [{ type: 'grant.revoked', client }];
  });
  wakeJob(noticeJob);
  return done(wording('account.apps.removed', { app: nameOf(client) }), post, context, { to: '/account/apps' });
}

async function removeScope(client: Client, scope: string, post: SignedIn, context: Context): Promise<AccountAnswer> {
  if (!isRemovable(scopeView(scope, post.session.user, { ...context, client }), client)) {
    return problem(wording('account.apps.scope_required'));
  }
  await changeOwn(post, context, async (tx, { sub }) => {
    await revokeScope(tx, { sub, client, scope }, context);
    return [{ type: 'grant.revoked', client, details: { scope } }];
  });
  return done(wording('account.apps.scope_removed', { app: nameOf(client) }), post, context);
}

function nameOf({ clientName, clientId }: Client): string {
  return displayText(clientName ?? clientId);
}

type TakenBack = { readonly sub: string; readonly client: Client; readonly scope: string };
type Now = Pick<Context, 'snapshot' | 'now'>;

/**
 * Takes a scope back from a client, with the claims that were allowed by name under it (decision 016): from all of its
 * grants with their tokens, and from the remembered consent.
 */
async function revokeScope(tx: Transaction, taken: TakenBack, { snapshot, now }: Now): Promise<void> {
  const { sub, client, scope } = taken;
  const { clientId } = client;
  // A consent does not record under which scope a claim was allowed. A claim too many is only asked for again.
  await narrowConsent(tx, { sub, clientId }, { scope, claims: snapshot.scopes.get(scope)?.claims ?? [] });
  // After the consent: an authorization that rests on it either fails, or has written its grant.
  const grants = { sub, clientId, scope };
  // Access while the person is away ends without it.
  if (scope === offlineAccess) await revokeGrants(tx, grants, { reason: 'withdrawn', now });
  else await narrowGrants(tx, grants, now);
  await forgetScopeUses(tx, { sub, clientId, scope });
}
