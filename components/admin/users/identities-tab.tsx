import { EmptyState } from '#components/ui/empty-state';
import { Notice } from '#components/ui/notice';
import { Cell, Table } from '#components/ui/table';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import type { UserFacts, UserIdentityLine } from '#lib/admin/users/read-user';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { Moment } from '../moment';
import { RowAction } from './row-action';

type IdentitiesTabProps = {
  readonly user: UserFacts;
  readonly identities: readonly UserIdentityLine[];
  readonly action: AdminAction;
  readonly csrf: string;
};

/** Who a person is at upstream providers. */
export function IdentitiesTab({ user, identities, action, csrf }: IdentitiesTabProps) {
  const texts = adminTexts.users.identities;
  const { columns } = texts;
  if (identities.length === 0) return <EmptyState title={texts.empty} text={texts.emptyText} />;
  const head = [columns.provider, columns.subject, columns.since, columns.used];
  return (
    <>
      {identities.length === 1 && !user.hasPassword && <Notice tone="warning">{texts.last}</Notice>}
      <Table caption={texts.caption} head={user.mayChange ? [...head, columns.action] : head}>
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
                <RowAction
                  action={action}
                  proof={actionProofs.users.unlink}
                  csrf={csrf}
                  hidden={{ sub: user.sub, provider, issuer, subject }}
                  label={texts.unlink}
                />
              </Cell>
            )}
          </tr>
        ))}
      </Table>
    </>
  );
}
