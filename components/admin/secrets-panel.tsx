import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import type { SecretDetail } from '#lib/admin/entries/secret-detail';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Moment } from './moment';

type SecretsPanelProps = {
  readonly secrets: readonly SecretDetail[];
  /** The page that makes one; below it are those that delete one. */
  readonly createHref: string;
  readonly canEdit: boolean;
  readonly now: Date;
};

/** The secrets by what is known of them; none of them can be read. */
export function SecretsPanel({ secrets, createHref, canEdit, now }: SecretsPanelProps) {
  const texts = adminTexts.clients.secret;
  const { description, ending, created, lastUsed, expires, action: column } = texts.columns;
  const showsUse = secrets.some((secret) => secret.lastUsedAt !== undefined);
  const head = [description, ending, created, ...(showsUse ? [lastUsed] : []), expires, ...(canEdit ? [column] : [])];
  return (
    <Panel
      title={texts.caption}
      actions={canEdit && <ButtonLink href={createHref}>{texts.title}</ButtonLink>}
      id="secrets"
    >
      {secrets.length === 0 ? (
        <p className="text-muted-foreground text-sm">{texts.none}</p>
      ) : (
        <Table caption={texts.caption} head={head}>
          {secrets.map((secret) => (
            <tr key={secret.id}>
              <Cell heading className="min-w-40 break-words">
                {secret.description ?? <span className="text-muted-foreground">{texts.unnamed}</span>}
              </Cell>
              <Cell>
                {secret.ending === null ? (
                  <span className="text-muted-foreground">{texts.unknownEnding}</span>
                ) : (
                  <code className="font-mono text-xs">…{secret.ending}</code>
                )}
              </Cell>
              <Cell>
                <Moment at={secret.createdAt} />
              </Cell>
              {showsUse && (
                <Cell>
                  {secret.lastUsedAt ? (
                    <Moment at={secret.lastUsedAt} />
                  ) : (
                    <span className="text-muted-foreground">{texts.notUsed}</span>
                  )}
                </Cell>
              )}
              <Cell>
                {secret.expiresAt === null ? adminTexts.shell.never : <Moment at={secret.expiresAt} />}{' '}
                {secret.expiresAt !== null && secret.expiresAt <= now && <Badge tone="bad">{texts.expired}</Badge>}
              </Cell>
              {canEdit && (
                <Cell>
                  <ButtonLink
                    href={`${createHref}/${encodeURIComponent(secret.id)}`}
                    variant="danger"
                    size="small"
                    data-confirm=""
                  >
                    {texts.delete}
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
