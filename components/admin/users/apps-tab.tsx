import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { Cell, Table } from '#components/ui/table';
import { clientPath } from '#lib/admin/entries/entry-path';
import type { UserApp, UserFacts } from '#lib/admin/users/read-user';
import { questionPath, userPath } from '#lib/admin/users/user-path';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { NumberedPage } from '#lib/vocabulary/numbered-page';
import { EntryName } from '../list/list-table';
import { PageLinks } from '../list/page-links';
import { Moment } from '../moment';

type AppsTabProps = {
  readonly user: UserFacts;
  readonly apps: NumberedPage<UserApp>;
};

/** The apps that a person has given access. */
export function AppsTab({ user, apps }: AppsTabProps) {
  const texts = adminTexts.users.apps;
  const { columns } = texts;
  if (apps.rows.length === 0) return <EmptyState title={texts.empty} text={texts.emptyText} />;
  const head = [columns.app, columns.scopes, columns.since, columns.live, columns.consent];
  return (
    <>
      <Table caption={texts.caption} head={user.mayChange ? [...head, columns.action] : head}>
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
            <Cell>{app.remembered ? texts.remembered : texts.asks}</Cell>
            {user.mayChange && (
              <Cell>
                <ButtonLink
                  href={questionPath(user.sub, 'revoke-app', { id: app.clientId })}
                  size="small"
                  data-confirm=""
                >
                  {texts.revoke}
                </ButtonLink>
              </Cell>
            )}
          </tr>
        ))}
      </Table>
      <PageLinks path={userPath(user.sub, 'apps')} page={apps} />
    </>
  );
}
