import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { texts as clientTexts } from '#lib/admin/clients/texts';
import type { SecretDetail } from '#lib/admin/entries/secrets';
import { adminTexts } from '#lib/i18n/admin/texts';
import { type Column, ListTable, nameColumn } from './list/list-table';
import { Moment } from './moment';

type SecretsPanelProps = {
  readonly secrets: readonly SecretDetail[];
  /** The page that creates a secret. The pages that delete one are below it. */
  readonly createHref: string;
  readonly canEdit: boolean;
  readonly now: Date;
};

/** The secrets with what is known about them. No secret can be read. On a phone each one is a card. */
export function SecretsPanel({ secrets, createHref, canEdit, now }: SecretsPanelProps) {
  const texts = clientTexts.secret;
  return (
    <Panel
      title={texts.caption}
      actions={canEdit && <ButtonLink href={createHref}>{texts.title}</ButtonLink>}
      id="secrets"
    >
      {secrets.length === 0 ? (
        <p className="text-muted-foreground text-sm">{texts.none}</p>
      ) : (
        <ListTable
          caption={texts.caption}
          columns={columnsOf(secrets, now)}
          lines={secrets}
          keyOf={({ id }) => id}
          {...(canEdit && { menu: (secret: SecretDetail) => <Delete secret={secret} createHref={createHref} /> })}
        />
      )}
    </Panel>
  );
}

function columnsOf(secrets: readonly SecretDetail[], now: Date): readonly Column<SecretDetail>[] {
  const texts = clientTexts.secret;
  const { description, ending, created, lastUsed, expires } = texts.columns;
  const use: Column<SecretDetail> = {
    label: lastUsed,
    phone: 'fact',
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <Moment at={lastUsedAt} /> : <span className="text-muted-foreground">{texts.notUsed}</span>,
  };
  return [
    {
      label: description,
      phone: 'name',
      className: nameColumn,
      cell: (secret) => secret.description ?? <span className="text-muted-foreground">{texts.unnamed}</span>,
    },
    {
      label: ending,
      phone: 'fact',
      cell: (secret) =>
        secret.ending === null ? (
          <span className="text-muted-foreground">{texts.unknownEnding}</span>
        ) : (
          <code className="font-mono text-xs">…{secret.ending}</code>
        ),
    },
    { label: created, phone: 'fact', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    ...(secrets.some(({ lastUsedAt }) => lastUsedAt !== undefined) ? [use] : []),
    {
      label: expires,
      phone: 'fact',
      cell: ({ expiresAt }) => (
        <>
          {expiresAt === null ? adminTexts.shell.never : <Moment at={expiresAt} />}{' '}
          {expiresAt !== null && expiresAt <= now && <Badge tone="bad">{texts.expired}</Badge>}
        </>
      ),
    },
  ];
}

function Delete({ secret, createHref }: Pick<SecretsPanelProps, 'createHref'> & { readonly secret: SecretDetail }) {
  return (
    <ButtonLink href={`${createHref}/${encodeURIComponent(secret.id)}`} variant="danger" size="small" data-confirm="">
      {clientTexts.secret.delete}
    </ButtonLink>
  );
}
