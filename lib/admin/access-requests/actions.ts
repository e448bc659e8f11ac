import { findRequest, maximumReason } from '#lib/access-requests/request-store';
import { text } from '#lib/forms/read-posted';
import { isVisible } from '#lib/vocabulary/text';
import type { AdminContext } from '../admin-context';
import { AdminError, notFound } from '../admin-error';
import { mayAssign } from '../assignments/change-assignments';
import { clientPath } from '../entries/entry-path';
import { atUntil, readEnd } from '../groups/actions';
import { type Action, defineAction, type Names } from '../kit/define-action';
import { getUser, mayChange } from '../users/read';
import { decideAsAdministrator } from './decide-as-administrator';
import { texts } from './texts';

/**
 * The pending request of a path, with the name of its client.
 * @throws AdminError `not_found`, also for who may not decide it
 */
export async function findPending(admin: AdminContext, { client_id: clientId = '', id = '' }: Names) {
  const client = admin.snapshot.clients.get(clientId);
  const request = await findRequest(admin.db, id, admin.now);
  if (client === undefined || request?.clientId !== clientId || request.state !== 'pending') throw notFound();
  const user = await getUser(admin, request.sub);
  const isOwn = admin.principal.sub === user.sub;
  if (isOwn || !mayAssign(admin, client) || !mayChange(admin.principal, user)) throw notFound();
  return { request, user, client, place: client.clientName ?? clientId };
}

type Pending = Awaited<ReturnType<typeof findPending>>;

const backTo = ({ request }: Pending) => clientPath(request.clientId, 'people');

export const approveRequest = defineAction({
  path: 'clients/[client_id]/requests/[id]/approve',
  link: texts.approve.submit,
  permission: 'edit',
  proof: 'sudo',
  page: 'clients/[client_id]/requests/[id]',
  note: 'approval',
  target: findPending,
  fields: { role: text(400), until: text(20) },
  event: 'access_request.approved',
  run: async (admin, { request }, { role, until }) => {
    const day = readEnd(until) === null ? null : { day: until };
    const decision = { kind: 'approve', role: role === '' ? null : role, until: day } as const;
    await atUntil(() => decideAsAdministrator(admin, request.id, decision));
  },
  done: (pending) => ({ goTo: backTo(pending), say: texts.approve.done(pending.request.username, pending.place) }),
});

export const declineRequest = defineAction({
  path: 'clients/[client_id]/requests/[id]/decline',
  link: texts.decline.submit,
  permission: 'edit',
  proof: 'sudo',
  page: 'clients/[client_id]/requests/[id]',
  note: 'refusal',
  target: findPending,
  fields: { note: text(maximumReason) },
  event: 'access_request.declined',
  run: async (admin, { request }, { note: typed }) => {
    const note = typed.trim();
    if (!isVisible(note)) {
      const message = 'expected visible characters';
      throw new AdminError('invalid', message, [{ field: 'note', code: 'hidden_character', message }]);
    }
    await decideAsAdministrator(admin, request.id, { kind: 'decline', note: note || null });
  },
  done: (pending) => ({ goTo: backTo(pending), say: texts.decline.done(pending.request.username, pending.place) }),
});

export const accessRequestActions: readonly Action[] = [approveRequest, declineRequest];
