import { withdrawClient } from '#lib/admin/users/account-store';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { noPage } from '#lib/http/html';
import { displayText } from '#lib/i18n/display-text';
import { wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { problemPage } from '#lib/login/problem-page';
import { respondProblem } from '#lib/login/respond';
import { scopeView } from '#lib/login/scope-view';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { createClientNotices } from '#lib/sessions/logout-notice-store';
import { forgetScopeUses } from '#lib/tokens/scope-uses/scope-use-store';
import { readPathSegment } from '#lib/vocabulary/path-segment';
import { type AccountPost, type AccountResult, accountForm } from '../account-form';
import { changeOwn } from '../change-own';
import { isRemovable } from './app-scopes';
import { listGrantSessions } from './app-store';
import { takeBackScope } from './take-back-scope';

/** POST /account/apps/CLIENT/submit: takes all access away from an app (`remove`), or one scope. */
export const handleAppSubmit = accountForm({
  handle: async (post, context) => {
    const clientId = readPathSegment(post.path.split('/').at(-1));
    const client = clientId === null ? undefined : context.snapshot.clients.get(clientId);
    if (client === undefined) return { response: noPage(context) };
    switch (post.decision) {
      case 'remove':
        return post.isConfirmed ? remove(client, post, context) : askBack(client);
      case 'remove_scope':
        return removeScope(client, post, context);
      default:
        return { response: respondProblem(problemPage(400, 'invalid_request', context)) };
    }
  },
});

function askBack(client: Client): AccountResult {
  const app = nameOf(client);
  const verb = client.requireConsent ? 'remove' : 'end';
  return {
    confirm: {
      heading: wording(`account.apps.${verb}_heading`, { app }),
      text: wording(`account.apps.${verb}_text`, { app }),
      button: wording(`account.apps.${verb}`),
    },
  };
}

/**
 * Ends the grants, tokens and remembered consent in one transaction, and sends the client a logout notice for each of
 * its sessions.
 */
async function remove(client: Client, post: AccountPost, context: Context): Promise<AccountResult> {
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
  return { done: wording('account.apps.removed', { app: nameOf(client) }), to: '/account/apps' };
}

async function removeScope(client: Client, post: AccountPost, context: Context): Promise<AccountResult> {
  const scope = post.form.values.get('scope') ?? '';
  if (!isRemovable(scopeView(scope, post.session.user, context.snapshot), client)) {
    return { problem: wording('account.apps.scope_required') };
  }
  await changeOwn(post, context, async (tx, { sub }) => {
    await takeBackScope(tx, { sub, client, scope }, context);
    return [{ type: 'grant.revoked', client, details: { scope } }];
  });
  return { done: wording('account.apps.scope_removed', { app: nameOf(client) }) };
}

function nameOf({ clientName, clientId }: Client): string {
  return displayText(clientName ?? clientId);
}
