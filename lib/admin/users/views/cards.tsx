import type { ReactNode } from 'react';
import { CopyButton } from '#components/admin/copy-button';
import { Moment } from '#components/admin/moment';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Facts } from '#components/ui/table';
import { Name } from '#components/ui/text';
import { formatCount, formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import { clientPath } from '../../entries/entry-path';
import { userFields } from '../../entries/setting-labels';
import type { ToldMembership } from '../../groups/read';
import { endSessionOf, removeAccessOf, removeFactorOf, unlinkIdentityOf } from '../actions';
import { userPath } from '../feature';
import { isPlain } from '../profile-form';
import { mayAsk, type UserApp, type UserFacts, type UserSession } from '../read';
import { texts } from '../texts';
import type { HeaderProps } from './header';

/** What a card shows before somebody asks for all. */
const shownOnCard = 10;
/** Of all sessions or apps, on one page. */
const rowsOnPage = 50;

type ItemProps = {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** The question of the button. Null if nobody may ask it. */
  readonly ask: { readonly href: string; readonly label: string } | null;
};

/** A line of a card: what it is, its facts, and its one button. */
function Item({ title, children, ask }: ItemProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 py-2.5 text-sm first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
        <span className="font-medium">{title}</span>
        <span className="text-muted-foreground text-xs">{children}</span>
      </div>
      {ask !== null && (
        <ButtonLink href={ask.href} size="small" data-confirm="">
          {ask.label}
        </ButtonLink>
      )}
    </li>
  );
}

function Items({ children }: { readonly children: ReactNode }) {
  return <ul className="grid divide-y divide-border">{children}</ul>;
}

type MethodsProps = Pick<HeaderProps, 'user' | 'admin' | 'factors' | 'identities' | 'security'>;

/** The password, the other factors and the linked identities, without any key. */
export function MethodsCard({ user, admin, factors: shown, identities, security }: MethodsProps) {
  const {
    title,
    kinds,
    left: leftOf,
    added,
    used,
    never,
    changed,
    unchanged,
    remove,
    empty,
    twoStep,
    trusted,
    links,
    self,
  } = texts.factors;
  const { factors, trustedDevices, mailedLinks, mustSetPassword, passwordChangedAt } = shown;
  const { sub, hasPassword } = user;
  const linkTexts: Readonly<Record<string, string>> = links;
  const mayRemove = mayAsk('remove-factor', user, admin);
  const isLast = identities.length === 1 && !hasPassword && factors.length === 0;
  return (
    <Panel title={title} id="methods">
      <div className="grid gap-3 text-sm">
        {!hasPassword && factors.length === 0 && identities.length === 0 && <p>{empty}</p>}
        <Items>
          {hasPassword && (
            <Item title={kinds.password} ask={null}>
              {passwordChangedAt === null ? (
                unchanged
              ) : (
                <>
                  {changed} <Moment at={passwordChangedAt} />
                </>
              )}
              {mustSetPassword && ` · ${texts.newPassword.on}`}
            </Item>
          )}
          {factors.map(({ id, kind, name, createdAt, lastUsedAt, left }) => (
            <Item
              key={id}
              title={name === null ? kinds[kind] : <Name>{`${kinds[kind]}: ${name}`}</Name>}
              ask={mayRemove ? { href: removeFactorOf.addressOf({ sub, id }), label: remove } : null}
            >
              {added} <Moment at={createdAt} /> · {lastUsedAt === null ? never : used}{' '}
              {lastUsedAt !== null && <Moment at={lastUsedAt} />}
              {left !== null && ` · ${leftOf(left)}`}
            </Item>
          ))}
          {identities.map(({ provider, providerName, issuer, subject, createdAt, lastUsedAt }) => (
            <Item
              key={`${provider} ${issuer} ${subject}`}
              title={<Name>{providerName}</Name>}
              ask={
                mayAsk('unlink', user, admin)
                  ? {
                      href: unlinkIdentityOf.addressOf({ sub, provider, issuer, subject }),
                      label: texts.identities.unlink,
                    }
                  : null
              }
            >
              {issuer} · <code>{subject}</code> · {added} <Moment at={createdAt} /> · {used} <Moment at={lastUsedAt} />
            </Item>
          ))}
        </Items>
        {isLast && <Notice tone="warning">{texts.identities.last}</Notice>}
        <p>{twoStep(shown.twoStep)}</p>
        {trustedDevices > 0 && <p>{trusted(trustedDevices)}</p>}
        {security.openLinks > 0 && !mailedLinks.some(({ kind }) => kind === 'invite') && <p>{texts.link.waiting}</p>}
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

type OnCard<Row> = Pick<HeaderProps, 'user' | 'admin'> & {
  readonly rows: readonly Row[];
  readonly page: number | null;
};

/** Where a person is signed in. @param page of all sessions, from 1; null for the newest only */
export function SessionsCard({ user, admin, rows, total, page }: OnCard<UserSession> & { readonly total: number }) {
  const { title, unknownBrowser, signedIn, seen, remembered, empty, end } = texts.sessions;
  return (
    <Panel title={`${title} (${formatCount(total, false)})`} id="sessions">
      {rows.length === 0 && <p className="text-sm">{empty}</p>}
      <Items>
        {rows.map((session) => (
          <Item
            key={session.sid}
            title={session.browser ?? unknownBrowser}
            ask={
              mayAsk('end-session', user, admin)
                ? { href: endSessionOf.addressOf({ sub: user.sub, sid: session.sid }), label: end }
                : null
            }
          >
            {methodOf(session)}
            {session.remember && ` (${remembered})`} · {signedIn} <Moment at={session.authTime} /> · {seen}{' '}
            <Moment at={session.lastSeenAt} />
            {session.address !== null && (
              <>
                {' '}
                · <code>{session.address}</code>
              </>
            )}
            {session.clients.slice(0, mostNamed).map(({ clientId, name }) => (
              <span key={clientId}>
                {' · '}
                <a href={clientPath(clientId)} className="underline underline-offset-2">
                  <Name>{name}</Name>
                </a>
              </span>
            ))}
            {session.clients.length > mostNamed &&
              ` ${adminTexts.shell.bulk.more(formatNumber(session.clients.length - mostNamed))}`}
          </Item>
        ))}
      </Items>
      <Others user={user} list="sessions" {...{ total, page }} />
    </Panel>
  );
}

/** The most clients that a session names. */
const mostNamed = 20;

/** How the person signed in, by what the session keeps of it: "Password + Authenticator app". */
function methodOf({ factors, idp }: UserSession): string {
  const { methods } = texts.sessions;
  return factors.map((factor) => (factor === 'provider' ? idp : methods[factor])).join(' + ');
}

/** The apps that a person has given access. @param page of them, from 1; null for the first few only */
export function AppsCard({ user, admin, rows, page }: OnCard<UserApp>) {
  const { title, used, since, remembered, empty, revoke } = texts.apps;
  const { skip, take } = rowsOn(page);
  const shown = rows.slice(skip, skip + take);
  return (
    <Panel title={`${title} (${formatCount(rows.length, false)})`} id="apps">
      {rows.length === 0 && <p className="text-sm">{empty}</p>}
      <Items>
        {shown.map((app) => (
          <Item
            key={app.clientId}
            title={
              <a href={clientPath(app.clientId)} className="underline underline-offset-4">
                <Name>{app.name}</Name>
              </a>
            }
            ask={
              mayAsk('revoke-app', user, admin)
                ? { href: removeAccessOf.addressOf({ sub: user.sub, client_id: app.clientId }), label: revoke }
                : null
            }
          >
            {app.lastUsedAt === null ? since : used} <Moment at={app.lastUsedAt ?? app.since} />
            {app.remembered && ` · ${remembered}`} · {app.scope.join(' ')}
          </Item>
        ))}
      </Items>
      <Others user={user} list="apps" total={rows.length} page={page} />
    </Panel>
  );
}

/** The rows that a card shows of a list. @param page of all of them, from 1; null for the first few only */
export function rowsOn(page: number | null) {
  return page === null ? { skip: 0, take: shownOnCard } : { skip: (page - 1) * rowsOnPage, take: rowsOnPage };
}

type OthersProps = Pick<HeaderProps, 'user'> & {
  readonly list: 'sessions' | 'apps';
  readonly total: number;
  readonly page: number | null;
};

/** The ways to the rows of a list that a card does not show. */
function Others({ user: { sub }, list, total, page }: OthersProps) {
  const { previous, next } = adminTexts.shell.list;
  const last = Math.ceil(total / rowsOnPage);
  const pages = page === null ? [] : [Math.min(page - 1, last), page + 1].filter((to) => to >= 1 && to <= last);
  const all = `${userPath(sub)}?all=1`;
  return (
    <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
      {page === null && total > shownOnCard && (
        <ButtonLink href={all} size="small">
          {texts.showAll}
        </ButtonLink>
      )}
      {pages.map((to) => (
        <ButtonLink key={to} href={`${all}&${list}=${to}#${list}`} size="small">
          {to > (page ?? 0) ? next : previous}
        </ButtonLink>
      ))}
    </div>
  );
}

/** The groups of a person, and the way to what they may use. */
export function AccessCard({
  user,
  memberships,
}: Pick<HeaderProps, 'user'> & { memberships: readonly ToldMembership[] }) {
  const { title, text, open, none } = texts.access;
  const groups = [...new Set(memberships.map(({ group }) => group))];
  return (
    <Panel title={title} description={text}>
      <div className="grid justify-items-start gap-3 text-sm">
        <p className="[overflow-wrap:anywhere]">{groups.length === 0 ? none : <Name>{groups.join(', ')}</Name>}</p>
        <ButtonLink href={userPath(user.sub, 'access')} size="small">
          {open}
        </ButtonLink>
      </div>
    </Panel>
  );
}

type ProfileCardProps = Pick<HeaderProps, 'user'> & {
  /** The names of the tenants of the account. */
  readonly tenants: readonly string[];
};

/** The profile as rows: the known fields, the tenants if there are any, and every other claim. */
export function ProfileCard({ user, tenants }: ProfileCardProps) {
  const { title, edit } = texts.profile;
  const { facts, tenantAccess, columns } = texts;
  const { sub, username, claims, mayChange } = user;
  const access = typeof user.tenants === 'string' ? tenantAccess[user.tenants] : tenants.join(', ');
  return (
    <Panel
      title={title}
      id="profile"
      actions={
        mayChange && (
          <ButtonLink href={userPath(sub, 'profile')} size="small">
            {edit}
          </ButtonLink>
        )
      }
    >
      <Facts
        facts={[
          [
            facts.sub,
            <span key="sub" className="flex flex-wrap items-center gap-2">
              <code className="break-all">{sub}</code> <CopyButton text={sub} label={facts.sub} />
            </span>,
          ],
          [userFields.username[0], username],
          ...Object.entries(claims)
            .filter(([name]) => isPlain(name))
            .map(([name, value]) => [labels[name]?.[0] ?? name, told(value)] as const),
          ...(user.tenants === 'all' ? [] : [[columns.tenants, access] as const]),
          [facts.created, <Moment key="created" full at={user.createdAt} />],
          [facts.updated, <Moment key="updated" full at={user.updatedAt} />],
        ]}
      />
      <Claims claims={claims} />
    </Panel>
  );
}

const labels: Readonly<Record<string, readonly [string, string?]>> = userFields;

function Claims({ claims }: Pick<UserFacts, 'claims'>) {
  const others = Object.entries(claims).filter(([name]) => !isPlain(name));
  if (others.length === 0) return null;
  return (
    <section className="mt-4 grid gap-3">
      <h3 className="font-medium text-sm">{texts.profile.claims}</h3>
      <Facts facts={others.map(([name, value]) => [name, told(value)] as const)} />
    </section>
  );
}

function told(value: unknown): string {
  const { yes, no } = adminTexts.shell.form.shown;
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
