import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import type { UserFactors } from '#lib/admin/users/read-factors';
import type { UserFacts } from '#lib/admin/users/read-user';
import { questionPath } from '#lib/admin/users/user-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { Moment } from '../moment';

type FactorsPanelProps = {
  readonly user: UserFacts;
  readonly factors: UserFactors;
};

/** The other factors of a person besides the password, without their keys. */
export function FactorsPanel({ user, factors: shown }: FactorsPanelProps) {
  const texts = adminTexts.users.factors;
  const { factors, trustedDevices, mailedLinks } = shown;
  const linkTexts: Readonly<Record<string, string>> = texts.links;
  return (
    <Panel title={texts.title} description={texts.description}>
      <div className="grid gap-4 text-sm">
        {factors.length === 0 ? <p>{texts.empty}</p> : <Factors user={user} factors={factors} />}
        {trustedDevices > 0 && <p>{texts.trusted(trustedDevices)}</p>}
        {mailedLinks.map(({ kind, expiresAt }) => (
          <p key={`${kind} ${expiresAt.getTime()}`}>
            {linkTexts[kind]} <Moment at={expiresAt} />
          </p>
        ))}
        {user.isSelf && factors.length > 0 && <p>{texts.self}</p>}
      </div>
    </Panel>
  );
}

type FactorsProps = Omit<FactorsPanelProps, 'factors'> & Pick<UserFactors, 'factors'>;

function Factors({ user, factors }: FactorsProps) {
  const texts = adminTexts.users.factors;
  const { factor, since, used, action } = texts.columns;
  const mayRemove = user.mayChange && !user.isSelf;
  return (
    <Table caption={texts.caption} head={[factor, since, used, ...(mayRemove ? [action] : [])]}>
      {factors.map(({ id, kind, name, createdAt, lastUsedAt, left }) => (
        <tr key={id}>
          <Cell heading>
            {texts.kinds[kind]}
            {name !== null && (
              <span className="block font-normal text-muted-foreground text-xs">
                <Name>{name}</Name>
              </span>
            )}
            {left !== null && (
              <span className="block font-normal text-muted-foreground text-xs">{texts.left(left)}</span>
            )}
          </Cell>
          <Cell>
            <Moment at={createdAt} />
          </Cell>
          <Cell>{lastUsedAt === null ? texts.never : <Moment at={lastUsedAt} />}</Cell>
          {mayRemove && (
            <Cell>
              <ButtonLink href={questionPath(user.sub, 'remove-factor', { id })} size="small" data-confirm="">
                {texts.remove}
              </ButtonLink>
            </Cell>
          )}
        </tr>
      ))}
    </Table>
  );
}
