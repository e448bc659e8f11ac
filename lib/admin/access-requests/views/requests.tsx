import { AdminForm } from '#components/admin/form/admin-form';
import { SelectField, TextArea, TextField } from '#components/admin/form/field';
import { ReasonField, SubmitButton } from '#components/admin/form/form-end';
import { Absent } from '#components/admin/list/list-table';
import { Moment } from '#components/admin/moment';
import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { Cell, Facts, Table } from '#components/ui/table';
import { Name } from '#components/ui/text';
import { listRequests } from '#lib/access-requests/request-store';
import type { Client } from '#lib/clients/client';
import { adminTexts } from '#lib/i18n/admin/texts';
import { verifiedEmail } from '#lib/users/links/send-links';
import { pathSegment } from '#lib/vocabulary/path-segment';
import type { AdminContext } from '../../admin-context';
import { mayAssign } from '../../assignments/change-assignments';
import { texts as assignmentTexts } from '../../assignments/texts';
import { roleOptions } from '../../assignments/views/because';
import { clientPath } from '../../entries/entry-path';
import type { AreaRequest } from '../../kit/view';
import { userPath } from '../../users/feature';
import { readUserFacts } from '../../users/read';
import { approveRequest, declineRequest, findPending } from '../actions';
import { texts } from '../texts';

/** More than a client can have. */
const mostPending = 200;

type PendingProps = { readonly admin: AdminContext; readonly client: Client };

/** Who asks for access to a client and waits for an answer. Nothing where nobody can ask. */
export async function PendingRequests({ admin, client }: PendingProps) {
  if (client.access !== 'assigned') return null;
  const asked = { state: 'pending', clientId: client.clientId } as const;
  const found = await listRequests(admin.db, asked, { now: admin.now, limit: mostPending });
  if (found.length === 0) return null;
  const { caption, columns, noReason, decide } = texts;
  const mayDecide = mayAssign(admin, client);
  const head = [columns.user, columns.reason, columns.asked];
  return (
    <Panel title={texts.title(found.length)} id="requests">
      <Table caption={caption} head={mayDecide ? [...head, columns.action] : head}>
        {found.toReversed().map(({ id, sub, username, reason, createdAt }) => (
          <tr key={id} data-request={id}>
            <Cell heading>
              <a href={userPath(sub, 'access')} className="underline underline-offset-4">
                <Name>{username}</Name>
              </a>
            </Cell>
            <Cell className="wrap-anywhere min-w-40">
              {reason === null ? <Absent text={noReason} /> : <Name>{reason}</Name>}
            </Cell>
            <Cell>
              <Moment at={createdAt} />
            </Cell>
            {mayDecide && (
              <Cell>
                {sub !== admin.principal.sub && (
                  <ButtonLink href={clientPath(client.clientId, `requests/${pathSegment(id)}`)} size="small">
                    {decide}
                  </ButtonLink>
                )}
              </Cell>
            )}
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

/** One request: who asks and why, and its two answers. */
export async function DecideRequest({ admin, names }: AreaRequest) {
  const { request, user, client, place } = await findPending(admin, names);
  const { facts, asks, noReason } = texts;
  const { createdAt } = await readUserFacts(admin, user.sub);
  const { name } = user.claims;
  const shown = [
    [
      facts.user,
      <a key="user" href={userPath(user.sub)} className="underline underline-offset-4">
        <Name>{user.username}</Name>
      </a>,
    ],
    [facts.name, typeof name === 'string' && <Name key="name">{name}</Name>],
    [facts.email, <Name key="email">{verifiedEmail(user) ?? ''}</Name>],
    [facts.reason, <Name key="reason">{request.reason ?? noReason}</Name>],
    [facts.asked, <Moment key="asked" full at={request.createdAt} />],
    [facts.created, <Moment key="created" full at={createdAt} />],
  ] as const;
  return (
    <>
      <Panel title={asks(user.username, place)}>
        <Facts facts={shown} />
      </Panel>
      <Approve client={client} id={request.id} />
      <Decline client={client} id={request.id} />
    </>
  );
}

type AnswerProps = { readonly client: Client; readonly id: string };

function Approve({ client: { clientId, roles }, id }: AnswerProps) {
  const { role, none, until, untilHelp } = assignmentTexts.assign;
  const { title, submit } = texts.approve;
  const action = `${approveRequest.addressOf({ client_id: clientId, id })}/submit`;
  return (
    <Panel title={title}>
      <AdminForm action={action} label={title} proof="sudo" className="grid max-w-2xl gap-4">
        <SelectField
          name="role"
          label={role}
          options={roles.length > 0 ? roleOptions(roles) : [{ value: '', label: none }]}
        />
        <TextField name="until" label={until} help={untilHelp} type="date" />
        <ReasonField form="approval" help={adminTexts.shell.form.auditedReasonHelp} />
        <div>
          <SubmitButton>{submit}</SubmitButton>
        </div>
      </AdminForm>
    </Panel>
  );
}

function Decline({ client: { clientId }, id }: AnswerProps) {
  const { title, note, noteHelp, submit } = texts.decline;
  const action = `${declineRequest.addressOf({ client_id: clientId, id })}/submit`;
  return (
    <Panel title={title}>
      <AdminForm action={action} label={title} proof="sudo" className="grid max-w-2xl gap-4">
        <TextArea name="note" label={note} help={noteHelp} rows={3} maxLength={500} />
        <ReasonField form="refusal" help={adminTexts.shell.form.auditedReasonHelp} />
        <div>
          <SubmitButton variant="danger">{submit}</SubmitButton>
        </div>
      </AdminForm>
    </Panel>
  );
}
