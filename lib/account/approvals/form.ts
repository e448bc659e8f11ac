import { z } from 'zod';
import { isApprover } from '#lib/access-requests/approvers';
import { type Decision, decideRequest, type Undecided } from '#lib/access-requests/decide';
import { nameForPeople } from '#lib/access-requests/name-for-people';
import { type AccessRequest, findRequest, maximumReason } from '#lib/access-requests/request-store';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { form } from '#lib/forms/form';
import { text } from '#lib/forms/read-posted';
import { noPage } from '#lib/http/html';
import { displayText } from '#lib/i18n/display-text';
import type { Wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { isVisible } from '#lib/vocabulary/text';
import { changeOwn } from '../change-own';
import { type AccountAnswer, done, type Fresh, fresh, person, problem } from '../person';

/** POST /account/approvals/submit: an approver gives access (`approve`) or does not (`decline`). */
export const approvalsForm = form('/account/approvals/submit', {
  who: person,
  proof: fresh,
  fields: {
    ...{ request: text(100), role: text(400), until: text(40), note: text(10_000) },
    decision: z.enum(['approve', 'decline']),
  },
  handle: async (post, fields, _, context) => {
    const request = await findRequest(context.db, fields.request, context.now);
    const client = request === null ? undefined : context.snapshot.clients.get(request.clientId);
    if (request === null || client === undefined || !isApprover(post.session.user, client, context)) {
      return { response: noPage(context) };
    }
    const asked = { request, client };
    switch (fields.decision) {
      case 'approve':
        return approve(post, asked, fields, context);
      case 'decline':
        return decline(post, asked, fields.note, context);
    }
  },
});

type Asked = { readonly request: AccessRequest; readonly client: Client };

async function approve(
  post: Fresh,
  asked: Asked,
  { role, until }: { readonly role: string; readonly until: string },
  context: Context,
): Promise<AccountAnswer> {
  if (role === '' && asked.client.roles.length > 0) return problemOf('role_missing', asked);
  const end = until === '' ? null : { day: until };
  const decision = { kind: 'approve', role: role === '' ? null : role, until: end } as const;
  return decide(post, asked, decision, context);
}

async function decline(post: Fresh, asked: Asked, typed: string, context: Context): Promise<AccountAnswer> {
  const note = typed.replaceAll('\r\n', '\n');
  if (note.length > maximumReason || !isVisible(note)) return problemOf('note', asked);
  return decide(post, asked, { kind: 'decline', note: note === '' ? null : note }, context);
}

/** The approver is asked about as they are stored now: the group may have been left meanwhile. */
async function decide(post: Fresh, asked: Asked, decision: Decision, context: Context): Promise<AccountAnswer> {
  const { id } = asked.request;
  const undecided = await changeOwn<Undecided>(post, context, async (tx, approver) => {
    const actor = { kind: 'user', id: approver.sub, name: approver.username } as const;
    const by = { actor, address: post.caller.clientAddress, requestId: context.requestId };
    const mayDecide = (client: Parameters<typeof isApprover>[1]) => isApprover(approver, client, context);
    const refused = await decideRequest(tx, { id, decision, by, mayDecide }, context);
    return refused === null ? [] : { refused };
  });
  if (undecided !== null) {
    return undecided.problem === 'unknown' ? { response: noPage(context) } : problemOf(nameOf(undecided), asked);
  }
  wakeJob(mailJob);
  const key = decision.kind === 'approve' ? 'account.approvals.approved' : 'account.approvals.declined';
  return done({ key, values: valuesOf(asked) }, post, context);
}

type Problem = 'role_missing' | 'note' | ReturnType<typeof nameOf>;

/** The decision that counts is shown to whoever came second. */
function nameOf(undecided: Exclude<Undecided, { readonly problem: 'unknown' }>) {
  if (undecided.problem !== 'decided') return undecided.problem;
  const { state } = undecided.request;
  return state === 'pending' ? 'expired' : state;
}

/** The fields of problems, each with the ID of the request in its own. */
const fields: Readonly<Partial<Record<Problem, string>>> = {
  role_missing: 'role',
  role_unknown: 'role',
  end_past: 'until',
  end_too_far: 'until',
  note: 'note',
};

function problemOf(name: Problem, asked: Asked): AccountAnswer {
  const field = fields[name];
  const words = { key: `account.approvals.problem.${name}`, values: valuesOf(asked) } as const;
  return problem(words, field === undefined ? null : fieldId(field, asked.request.id));
}

/** The ID of a field of a request, of which a page shows many. */
export function fieldId(name: string, requestId: string): string {
  return `${name}-${requestId}`;
}

function valuesOf({ request, client }: Asked): Wording['values'] {
  return { person: displayText(request.username), app: nameForPeople(client) };
}
