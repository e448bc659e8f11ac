import { timeAgo } from '#components/interaction/time-ago';
import { Button } from '#components/ui/button';
import { Details } from '#components/ui/details';
import { LabeledInput, LabeledSelect, LabeledTextArea } from '#components/ui/labeled-input';
import { EmptyState } from '#components/ui/panel';
import { Breakable, Name } from '#components/ui/text';
import { maximumReason } from '#lib/access-requests/request-store';
import { translate } from '#lib/i18n/translate';
import { readPageNumber } from '#lib/vocabulary/numbered-page';
import { AccountForm, type AccountPage, errorOf, FactLine, formatDay, ListPages, type Shown } from '../kit/view';
import { fieldId } from './form';
import { type ApprovalRow, type Approvals, clientsToDecide, readApprovals } from './read';

export const approvalPages: readonly AccountPage[] = [
  {
    path: 'approvals',
    page: 'account-approvals',
    section: 'approvals',
    title: 'account.sections.approvals',
    text: 'account.approvals.text',
    fresh: true,
    exists: (context, { user }) => clientsToDecide(user, context).length > 0,
    render: async ({ context, session, query, ...shown }) => {
      const approvals = await readApprovals(session.user, context, readPageNumber(query.page));
      return approvals && { body: <ApprovalsView {...shown} {...approvals} now={context.now} /> };
    },
  },
];

type ApprovalsViewProps = Shown<'form' | 'timeZone'> & Approvals & { readonly now: Date };

/** The people who wait for an answer of this person, and what can be answered. */
export function ApprovalsView({ page, ...shown }: ApprovalsViewProps) {
  const { locale } = shown;
  if (page.rows.length === 0) return <EmptyState title={translate(locale, 'account.approvals.empty')} />;
  return (
    <>
      <ul className="grid gap-4">
        {page.rows.map((row) => (
          <RequestCard key={row.id} {...shown} form={formOf(row, shown.form)} row={row} />
        ))}
      </ul>
      <ListPages locale={locale} path="/account/approvals" page={page} />
    </>
  );
}

/** What was typed belongs to one of the requests. */
function formOf({ id }: ApprovalRow, form: ApprovalsViewProps['form']): ApprovalsViewProps['form'] {
  return form.typed.request === id ? form : { ...form, typed: {}, problem: null };
}

type CardProps = Omit<ApprovalsViewProps, 'page'> & { readonly row: ApprovalRow };

function RequestCard({ row, ...shown }: CardProps) {
  const heading = `request-${row.id}`;
  return (
    <li data-request={row.id} className="grid gap-4 rounded-box border border-border bg-card px-4 py-4">
      <div className="grid gap-1">
        <h2 id={heading} className="font-semibold text-lg">
          <Name>{row.name ?? row.username}</Name>
        </h2>
        <Facts row={row} {...shown} />
      </div>
      <ApproveForm row={row} {...shown} />
      <DeclineForm row={row} {...shown} />
    </li>
  );
}

function Facts({ row, locale, timeZone, now }: CardProps) {
  const { reason, askedAt, accountCreatedAt } = row;
  const ago = (moment: Date) => timeAgo(locale, Math.floor((now.getTime() - moment.getTime()) / 1000));
  return (
    <dl className="grid gap-0.5 text-[0.9375rem]">
      <FactLine label={translate(locale, 'account.approvals.app')}>
        <Name>{row.app}</Name>
      </FactLine>
      <FactLine label={translate(locale, 'account.profile.username')}>
        <bdi>
          <Breakable>{row.username}</Breakable>
        </bdi>
      </FactLine>
      <FactLine label={translate(locale, 'account.profile.email')}>
        {row.email === null ? (
          translate(locale, 'account.approvals.no_email')
        ) : (
          <bdi>
            <Breakable>{row.email}</Breakable>
          </bdi>
        )}
      </FactLine>
      {reason !== null && (
        <FactLine label={translate(locale, 'label.reason')}>
          <bdi data-reason>{reason}</bdi>
        </FactLine>
      )}
      <FactLine label={translate(locale, 'account.approvals.asked')}>{ago(askedAt)}</FactLine>
      <FactLine label={translate(locale, 'account.approvals.account')}>
        {formatDay(locale, accountCreatedAt, timeZone)} ({ago(accountCreatedAt)})
      </FactLine>
    </dl>
  );
}

function ApproveForm({ row, locale, form, days }: CardProps) {
  const { id, roles, username: person, app } = row;
  const { role = row.role, until = '' } = form.typed;
  const [roleId, untilId] = [fieldId('role', id), fieldId('until', id)];
  return (
    <AccountForm locale={locale} form={form} className="gap-3">
      <input type="hidden" name="request" value={id} />
      {roles.length === 0 ? (
        <p className="text-muted-foreground text-sm">{translate(locale, 'account.approvals.bare')}</p>
      ) : (
        <LabeledSelect
          id={roleId}
          name="role"
          label={translate(locale, 'account.approvals.role')}
          defaultValue={role}
          {...errorOf({ locale, form }, roleId)}
        >
          {row.role === '' && <option value="">{translate(locale, 'account.approvals.choose')}</option>}
          {roles.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </LabeledSelect>
      )}
      <LabeledInput
        id={untilId}
        name="until"
        type="date"
        label={translate(locale, 'account.approvals.until')}
        hint={translate(locale, 'account.approvals.until_hint')}
        min={days.first}
        max={days.last}
        defaultValue={until}
        {...errorOf({ locale, form }, untilId)}
      />
      <Button
        variant="primary"
        name="decision"
        value="approve"
        aria-label={translate(locale, 'account.approvals.approve_label', { person, app })}
      >
        {translate(locale, 'account.approvals.approve')}
      </Button>
    </AccountForm>
  );
}

/** Folded, because most people are approved, and nobody presses the wrong button that way. */
function DeclineForm({ row, locale, form }: CardProps) {
  const { id, username: person, app } = row;
  const noteId = fieldId('note', id);
  const { error, errorPrefix } = errorOf({ locale, form }, noteId);
  return (
    <Details summary={translate(locale, 'account.approvals.decline')} isOpen={error !== undefined}>
      <AccountForm locale={locale} form={form} className="gap-3">
        <input type="hidden" name="request" value={id} />
        <LabeledTextArea
          id={noteId}
          name="note"
          label={translate(locale, 'label.reason_optional')}
          hint={translate(locale, 'account.approvals.note_hint', { person })}
          maxLength={maximumReason}
          defaultValue={form.typed.note ?? ''}
          error={error}
          errorPrefix={errorPrefix}
        />
        <Button
          name="decision"
          value="decline"
          aria-label={translate(locale, 'account.approvals.decline_label', { person, app })}
        >
          {translate(locale, 'account.approvals.decline')}
        </Button>
      </AccountForm>
    </Details>
  );
}
