import { AuditTable } from '#components/admin/audit-table';
import { ClientLinks } from '#components/admin/client-links';
import { AdminForm } from '#components/admin/form/admin-form';
import { TextField } from '#components/admin/form/field';
import { ReasonField, SubmitButton } from '#components/admin/form/form-end';
import { PageLinks } from '#components/admin/list/list-paging';
import { EntryName } from '#components/admin/list/list-table';
import { Moment } from '#components/admin/moment';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { EmptyState, Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import { Name } from '#components/ui/text';
import { formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { NumberedPage } from '#lib/vocabulary/numbered-page';
import { InlineAction } from '#views/admin/kit/view';
import { eventsPath } from '../../audit/feature';
import type { AuditEntry } from '../../audit/read';
import { clientPath, groupPath } from '../../entries/entry-path';
import { joinGroup, removeMember } from '../../groups/actions';
import type { ToldMembership } from '../../groups/read';
import { texts as groupTexts, sourceText } from '../../groups/texts';
import {
  deleteUser,
  disableUser,
  endSessionOf,
  keepPassword,
  letTryAgain,
  mailPasswordLink,
  newPasswordLink,
  removeAccessOf,
  removeFactorOf,
  requirePassword,
  unlinkIdentityOf,
} from '../actions';
import { userPath } from '../feature';
import type { UserApp, UserFactors, UserFacts, UserIdentityLine, UserSecurity, UserSession } from '../read';
import { texts } from '../texts';
import { ShownOnce } from './profile';

/** A button that leads to a question about a part of an account. */
function Asks({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <ButtonLink href={href} size="small" data-confirm="">
      {children}
    </ButtonLink>
  );
}

type SecurityTabProps = {
  readonly user: UserFacts;
  readonly security: UserSecurity;
  readonly factors: UserFactors;
  readonly identities: readonly UserIdentityLine[];
};

/** The password, the other factors, the lock and the ways to disable the account. */
export function SecurityTab({ user, security, factors, identities }: SecurityTabProps) {
  const { sub, mayChange, isSelf, hasPassword } = user;
  const { link, mail, newPassword, lock } = texts;
  const { passwordMail, lockedUntil } = security;
  const change = factors.mustSetPassword ? keepPassword : requirePassword;
  return (
    <>
      {user.passwordDue && <Notice tone="warning">{texts.role.due}</Notice>}
      <Panel title={link.title}>
        <div className="grid gap-4 text-sm">
          <p>
            {hasPassword ? link.has : link.hasNot} {security.openLinks > 0 && link.waiting}
          </p>
          {mayChange && passwordMail !== null && (
            <InlineAction
              action={mailPasswordLink}
              names={{ sub }}
              done={({ email = '' }) => <p role="status">{mail.done(email)}</p>}
            >
              <p className="text-muted-foreground">{mail[passwordMail.kind](passwordMail.email)}</p>
            </InlineAction>
          )}
          {mayChange && (
            <InlineAction
              action={newPasswordLink}
              names={{ sub }}
              label={link.title}
              done={({ link: made = '' }) => <ShownOnce label={link.done} value={made} />}
            >
              <p className="text-muted-foreground">{link.text}</p>
            </InlineAction>
          )}
        </div>
      </Panel>
      {hasPassword && (
        <Panel title={newPassword.title} description={factors.mustSetPassword ? newPassword.on : newPassword.off}>
          {mayChange && <InlineAction action={change} names={{ sub }} label={newPassword.title} />}
        </Panel>
      )}
      <FactorsPanel user={user} factors={factors} />
      <Panel title={lock.title}>
        <div className="grid gap-4">
          {lockedUntil === null ? (
            <p className="text-sm">{lock.open}</p>
          ) : (
            <Notice tone="warning">
              {lock.locked} <Moment at={lockedUntil} />
            </Notice>
          )}
          {mayChange && !isSelf && <InlineAction action={letTryAgain} names={{ sub }} label={lock.title} />}
        </div>
      </Panel>
      <IdentitiesPanel user={user} identities={identities} />
      {isSelf && <Notice>{texts.danger.self}</Notice>}
      {mayChange && !isSelf && <Danger user={user} />}
    </>
  );
}

function Danger({ user: { sub, enabled } }: Pick<SecurityTabProps, 'user'>) {
  const { title, disableText, disable, deleteText, delete: remove } = texts.danger;
  return (
    <Panel title={title}>
      <div className="grid justify-items-start gap-3 text-sm">
        {enabled && (
          <>
            <p>{disableText}</p>
            <ButtonLink href={disableUser.addressOf({ sub })} variant="danger" data-confirm="">
              {disable}
            </ButtonLink>
          </>
        )}
        <p>{deleteText}</p>
        <ButtonLink href={deleteUser.addressOf({ sub })} variant="danger" data-confirm="">
          {remove}
        </ButtonLink>
      </div>
    </Panel>
  );
}

/** The other factors of a person besides the password, without their keys. */
function FactorsPanel({ user, factors: shown }: Pick<SecurityTabProps, 'user' | 'factors'>) {
  const { title, description, empty, twoStep, trusted, links, self } = texts.factors;
  const { factors, trustedDevices, mailedLinks } = shown;
  const linkTexts: Readonly<Record<string, string>> = links;
  return (
    <Panel title={title} description={description}>
      <div className="grid gap-4 text-sm">
        {factors.length === 0 ? <p>{empty}</p> : <Factors user={user} factors={factors} />}
        <p>{twoStep(shown.twoStep)}</p>
        {trustedDevices > 0 && <p>{trusted(trustedDevices)}</p>}
        {mailedLinks.map(({ kind, expiresAt }) => (
          <p key={`${kind} ${expiresAt.getTime()}`}>
            {linkTexts[kind]} <Moment at={expiresAt} />
          </p>
        ))}
        {user.isSelf && factors.length > 0 && <p>{self}</p>}
      </div>
    </Panel>
  );
}

function Factors({ user, factors }: Pick<SecurityTabProps, 'user'> & Pick<UserFactors, 'factors'>) {
  const { caption, columns, kinds, left: leftOf, never, remove } = texts.factors;
  const { factor, since, used, action } = columns;
  const mayRemove = user.mayChange && !user.isSelf;
  return (
    <Table caption={caption} head={[factor, since, used, ...(mayRemove ? [action] : [])]}>
      {factors.map(({ id, kind, name, createdAt, lastUsedAt, left }) => (
        <tr key={id}>
          <Cell heading>
            {kinds[kind]}
            {name !== null && (
              <span className="block font-normal text-muted-foreground text-xs">
                <Name>{name}</Name>
              </span>
            )}
            {left !== null && <span className="block font-normal text-muted-foreground text-xs">{leftOf(left)}</span>}
          </Cell>
          <Cell>
            <Moment at={createdAt} />
          </Cell>
          <Cell>{lastUsedAt === null ? never : <Moment at={lastUsedAt} />}</Cell>
          {mayRemove && (
            <Cell>
              <Asks href={removeFactorOf.addressOf({ sub: user.sub, id })}>{remove}</Asks>
            </Cell>
          )}
        </tr>
      ))}
    </Table>
  );
}

/** The identities of a person at identity providers. */
function IdentitiesPanel({ user, identities }: Pick<SecurityTabProps, 'user' | 'identities'>) {
  const { caption, columns, empty, last, unlink } = texts.identities;
  const head = [columns.provider, columns.subject, columns.since, columns.used];
  return (
    <Panel title={caption}>
      {identities.length === 0 && <p className="text-sm">{empty}</p>}
      {identities.length === 1 && !user.hasPassword && <Notice tone="warning">{last}</Notice>}
      {identities.length > 0 && (
        <Table caption={caption} head={user.mayChange ? [...head, columns.action] : head}>
          {identities.map(({ provider, providerName, issuer, subject, createdAt, lastUsedAt }) => (
            <tr key={`${provider} ${issuer} ${subject}`}>
              <Cell heading>
                <Name>{providerName}</Name>
                <span className="block break-all font-normal text-muted-foreground text-xs">{issuer}</span>
              </Cell>
              <Cell className="break-all">
                <code>{subject}</code>
              </Cell>
              <Cell>
                <Moment at={createdAt} />
              </Cell>
              <Cell>
                <Moment at={lastUsedAt} />
              </Cell>
              {user.mayChange && (
                <Cell>
                  <Asks href={unlinkIdentityOf.addressOf({ sub: user.sub, provider, issuer, subject })}>{unlink}</Asks>
                </Cell>
              )}
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}

type SessionsTabProps = { readonly user: UserFacts; readonly sessions: NumberedPage<UserSession> };

/** Where a person is signed in. */
export function SessionsTab({ user, sessions }: SessionsTabProps) {
  const { caption, columns, unknownBrowser, methods, remembered, empty, emptyText, end } = texts.sessions;
  const { began, seen, ends, how, where, apps, action } = columns;
  return (
    <>
      {sessions.rows.length === 0 ? (
        <EmptyState title={empty} text={emptyText} />
      ) : (
        <Table caption={caption} head={[began, seen, ends, how, where, apps, ...(user.mayChange ? [action] : [])]}>
          {sessions.rows.map((session) => (
            <tr key={session.sid}>
              <Cell heading>
                <Moment at={session.authTime} />
              </Cell>
              <Cell>
                <Moment at={session.lastSeenAt} />
              </Cell>
              <Cell>
                <Moment at={session.endsAt} />
              </Cell>
              <Cell>
                {session.factors.map((factor) => (factor === 'provider' ? session.idp : methods[factor])).join(' + ')}
                {session.remember && ` (${remembered})`}
              </Cell>
              <Cell>
                {session.browser ?? unknownBrowser}
                {session.address !== null && (
                  <span className="block break-all text-muted-foreground text-xs">
                    <code>{session.address}</code>
                  </span>
                )}
              </Cell>
              <Cell>
                <ClientLinks clients={session.clients} more={null} />
              </Cell>
              {user.mayChange && (
                <Cell>
                  <Asks href={endSessionOf.addressOf({ sub: user.sub, sid: session.sid })}>{end}</Asks>
                </Cell>
              )}
            </tr>
          ))}
        </Table>
      )}
      <PageLinks path={userPath(user.sub, 'sessions')} page={sessions} />
    </>
  );
}

type AppsTabProps = { readonly user: UserFacts; readonly apps: NumberedPage<UserApp> };

/** The apps that a person has given access. */
export function AppsTab({ user, apps }: AppsTabProps) {
  const { caption, columns, remembered, asks, empty, emptyText, revoke } = texts.apps;
  if (apps.rows.length === 0) return <EmptyState title={empty} text={emptyText} />;
  const head = [columns.app, columns.scopes, columns.since, columns.live, columns.consent];
  return (
    <>
      <Table caption={caption} head={user.mayChange ? [...head, columns.action] : head}>
        {apps.rows.map((app) => (
          <tr key={app.clientId}>
            <Cell heading>
              <EntryName
                href={clientPath(app.clientId)}
                name={app.name}
                id={app.name === app.clientId ? null : app.clientId}
              />
            </Cell>
            <Cell className="min-w-40">{app.scope.join(' ')}</Cell>
            <Cell>
              <Moment at={app.since} />
            </Cell>
            <Cell className="tabular-nums">{formatNumber(app.grants)}</Cell>
            <Cell>{app.remembered ? remembered : asks}</Cell>
            {user.mayChange && (
              <Cell>
                <Asks href={removeAccessOf.addressOf({ sub: user.sub, client_id: app.clientId })}>{revoke}</Asks>
              </Cell>
            )}
          </tr>
        ))}
      </Table>
      <PageLinks path={userPath(user.sub, 'apps')} page={apps} />
    </>
  );
}

type GroupsTabProps = { readonly user: UserFacts; readonly memberships: readonly ToldMembership[] };

/** The groups that a person is in: who said so, and until when. */
export function GroupsTab({ user, memberships }: GroupsTabProps) {
  return (
    <>
      {user.mayChange && <JoinGroup sub={user.sub} />}
      <Memberships user={user} memberships={memberships} />
    </>
  );
}

function JoinGroup({ sub }: Pick<UserFacts, 'sub'>) {
  const { add, submit } = groupTexts.user;
  const { group, groupHelp } = groupTexts.bulk;
  const { until, untilHelp } = groupTexts.add;
  return (
    <Panel title={add}>
      <AdminForm action={`${joinGroup.addressOf({ sub })}/submit`} label={add} proof="sudo" className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField name="group" label={group} help={groupHelp} maxLength={400} pick="group" />
          <TextField name="until" label={until} help={untilHelp} type="date" />
        </div>
        <ReasonField form="group" help={adminTexts.shell.form.auditedReasonHelp} />
        <div>
          <SubmitButton>{submit}</SubmitButton>
        </div>
      </AdminForm>
    </Panel>
  );
}

function Memberships({ user, memberships }: GroupsTabProps) {
  const { caption, columns, empty } = groupTexts.user;
  const { always, remove } = groupTexts.members;
  if (memberships.length === 0) return <EmptyState title={empty} />;
  const head = [columns.group, columns.source, columns.until, columns.since];
  return (
    <Table caption={caption} head={user.mayChange ? [...head, columns.action] : head}>
      {memberships.map(({ group, source, expiresAt, since }) => (
        <tr key={`${group} ${source}`}>
          <Cell heading>
            <a href={groupPath(group)} className="underline underline-offset-4">
              <Name>{group}</Name>
            </a>
          </Cell>
          <Cell>{sourceText(source)}</Cell>
          <Cell>{expiresAt === null ? always : <Moment at={expiresAt} />}</Cell>
          <Cell>
            <Moment at={since} />
          </Cell>
          {user.mayChange && (
            <Cell>
              <Asks href={removeMember.addressOf({ name: group, sub: user.sub, source })}>{remove}</Asks>
            </Cell>
          )}
        </tr>
      ))}
    </Table>
  );
}

type ActivityTabProps = { readonly user: UserFacts; readonly events: readonly AuditEntry[] };

/** The audit events about an account, and a link to those of the person. */
export function ActivityTab({ user, events }: ActivityTabProps) {
  const { empty, emptyText, all, by } = texts.activity;
  const sub = encodeURIComponent(user.sub);
  return (
    <>
      {events.length === 0 ? <EmptyState title={empty} text={emptyText} /> : <AuditTable events={events} />}
      <nav className="flex flex-wrap gap-2" aria-label={all}>
        <ButtonLink href={eventsPath({ target: sub })}>{all}</ButtonLink>
        <ButtonLink href={eventsPath({ actor: sub })}>{by}</ButtonLink>
      </nav>
    </>
  );
}
