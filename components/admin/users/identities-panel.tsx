import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import type { UserFacts, UserIdentityLine } from '#lib/admin/users/read-user';
import { questionPath } from '#lib/admin/users/user-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { Moment } from '../moment';

type IdentitiesPanelProps = {
  readonly user: UserFacts;
  readonly identities: readonly UserIdentityLine[];
};

/** The identities of a person at identity providers. */
export function IdentitiesPanel({ user, identities }: IdentitiesPanelProps) {
  const texts = adminTexts.users.identities;
  const { columns } = texts;
  const head = [columns.provider, columns.subject, columns.since, columns.used];
  return (
    <Panel title={texts.caption}>
      {identities.length === 0 && <p className="text-sm">{texts.empty}</p>}
      {identities.length === 1 && !user.hasPassword && <Notice tone="warning">{texts.last}</Notice>}
      {identities.length > 0 && (
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
                  <ButtonLink
                    href={questionPath(user.sub, 'unlink', { provider, issuer, subject })}
                    size="small"
                    data-confirm=""
                  >
                    {texts.unlink}
                  </ButtonLink>
                </Cell>
              )}
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}
