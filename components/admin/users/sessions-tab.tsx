import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { Cell, Table } from '#components/ui/table';
import type { UserFacts, UserSession } from '#lib/admin/users/read-user';
import { questionPath, userPath } from '#lib/admin/users/user-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { NumberedPage } from '#lib/vocabulary/numbered-page';
import { ClientLinks } from '../clients/client-links';
import { PageLinks } from '../list/page-links';
import { Moment } from '../moment';

type SessionsTabProps = {
  readonly user: UserFacts;
  readonly sessions: NumberedPage<UserSession>;
};

/** Where a person is signed in. */
export function SessionsTab({ user, sessions }: SessionsTabProps) {
  const texts = adminTexts.users.sessions;
  const { began, seen, ends, how, where, apps, action } = texts.columns;
  return (
    <>
      {sessions.rows.length === 0 ? (
        <EmptyState title={texts.empty} text={texts.emptyText} />
      ) : (
        <Table
          caption={texts.caption}
          head={[began, seen, ends, how, where, apps, ...(user.mayChange ? [action] : [])]}
        >
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
                {session.idp === 'local' ? texts.local : session.idp} {session.remember && `(${texts.remembered})`}
              </Cell>
              <Cell>
                {session.browser ?? texts.unknownBrowser}
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
                  <ButtonLink
                    href={questionPath(user.sub, 'end-session', { id: session.sid })}
                    size="small"
                    data-confirm=""
                  >
                    {texts.end}
                  </ButtonLink>
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
