import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import type { RegisteredCertificate } from '#lib/clients/certificates/registered-certificates';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Moment } from '../moment';

type CertificatesPanelProps = {
  readonly certificates: readonly RegisteredCertificate[];
  /** The page to upload a certificate, or null if the person may not change the client. */
  readonly uploadHref: string | null;
  readonly now: Date;
};

/** The certificates among the public keys of a client. */
export function CertificatesPanel({ certificates, uploadHref, now }: CertificatesPanelProps) {
  const texts = adminTexts.clients.certificate;
  const { subject, thumbprint, expires } = texts.columns;
  return (
    <Panel
      title={texts.caption}
      description={texts.description}
      actions={uploadHref !== null && <ButtonLink href={uploadHref}>{texts.title}</ButtonLink>}
      id="certificates"
    >
      {certificates.length === 0 ? (
        <p className="text-muted-foreground text-sm">{texts.none}</p>
      ) : (
        <Table caption={texts.caption} head={[subject, thumbprint, expires]}>
          {certificates.map((certificate) => (
            <tr key={certificate.thumbprint}>
              <Cell heading className="min-w-40 break-words">
                {certificate.subject}
              </Cell>
              <Cell>
                <code className="break-all font-mono text-xs">{certificate.thumbprint}</code>
              </Cell>
              <Cell>
                <Moment at={certificate.expiresAt} />{' '}
                {certificate.expiresAt <= now && <Badge tone="bad">{texts.expired}</Badge>}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}
