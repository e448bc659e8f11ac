import { EmptyState } from '#components/ui/empty-state';
import { Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import type { AdminAction } from '#lib/admin/action-state';
import type { UserFacts, UserSession } from '#lib/admin/users/read-user';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';
import { Moment } from '../moment';
import { ReasonField } from './reason-field';
import { RowAction } from './row-action';

type SessionsTabProps = {
  readonly user: UserFacts;
  readonly sessions: readonly UserSession[];
  readonly actions: { readonly endSession: AdminAction; readonly signOutAll: AdminAction };
  readonly csrf: string;
};

/** Where a person is signed in. */
export function SessionsTab({ user, sessions, actions, csrf }: SessionsTabProps) {
  const texts = adminTexts.users.sessions;
  const { began, seen, ends, how, where, apps, action } = texts.columns;
  return (
    <>
      {sessions.length === 0 ? (
        <EmptyState title={texts.empty} text={texts.emptyText} />
      ) : (
        <Table
          caption={texts.caption}
          head={[began, seen, ends, how, where, apps, ...(user.mayChange ? [action] : [])]}
        >
          {sessions.map((session) => (
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
              <Cell>{session.clients.join(', ')}</Cell>
              {user.mayChange && (
                <Cell>
                  <RowAction
                    action={actions.endSession}
                    csrf={csrf}
                    hidden={{ sub: user.sub, sid: session.sid }}
                    label={texts.end}
                  />
                </Cell>
              )}
            </tr>
          ))}
        </Table>
      )}
      {user.mayChange && (
        <Panel title={texts.allTitle} description={texts.allText}>
          <ActionForm action={actions.signOutAll} csrf={csrf} hidden={{ sub: user.sub }} label={texts.allTitle}>
            <ReasonField />
            <div>
              <SubmitButton variant="danger">{texts.all}</SubmitButton>
            </div>
          </ActionForm>
        </Panel>
      )}
    </>
  );
}
