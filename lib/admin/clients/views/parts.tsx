import { AdminForm } from '#components/admin/form/admin-form';
import { Moment } from '#components/admin/moment';
import { Badge } from '#components/ui/badge';
import { Button, ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import type { RegisteredCertificate } from '#lib/clients/certificates/registered-certificates';
import { ConsentView } from '#views/login/consent/view';
import { clientForms } from '../actions';
import type { ConsentPreview } from '../consent-preview';
import type { LogoState } from '../read';
import { texts as clientTexts } from '../texts';

/** The logo that the pages show for a client, or the reason why they show none. */
export function LogoNotice({ logo }: { readonly logo: LogoState }) {
  const texts = clientTexts.logo;
  switch (logo.state) {
    case 'shown':
      return (
        // biome-ignore lint/performance/noImgElement: a picture of our own origin in its own size
        <img
          src={logo.address}
          alt={texts.shown}
          width={48}
          height={48}
          className="size-12 rounded border border-border bg-plate object-contain p-1"
        />
      );
    case 'waiting':
      return <Notice>{texts.waiting}</Notice>;
    case 'unvouched':
      return <Notice>{texts.unvouched}</Notice>;
    case 'failed':
      return (
        <Notice tone="warning" title={texts.failed}>
          <p>{texts.problems[logo.problem]}</p>
          {logo.isTriedAgain && <p>{texts.again}</p>}
        </Notice>
      );
    default:
      return logo satisfies never;
  }
}

export type RolesNoticeProps = {
  readonly clientId: string;
  /** It defines roles and may ask for no scope that gives them. */
  readonly isUnheard: boolean;
  readonly mayAllow: boolean;
};

const allowRolesId = 'allow-roles';

/** Says at the roles of a client that they never reach it. Its button belongs to AllowRolesForm. */
export function RolesNotice({ isUnheard, mayAllow }: RolesNoticeProps) {
  const { unheard, allow } = clientTexts.roles;
  if (!isUnheard) return null;
  return (
    <Notice tone="warning">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{unheard}</p>
        {mayAllow && (
          <Button form={allowRolesId} size="small">
            {allow}
          </Button>
        )}
      </div>
    </Notice>
  );
}

/** The form of the button at the roles. One form cannot stand in another one. */
export function AllowRolesForm({ clientId, mayAllow }: RolesNoticeProps) {
  if (!mayAllow) return null;
  return (
    <AdminForm
      {...clientForms.allowRoles.about({ client_id: clientId })}
      id={allowRolesId}
      label={clientTexts.roles.allow}
      className="contents"
    >
      {null}
    </AdminForm>
  );
}

type CertificatesPanelProps = {
  readonly certificates: readonly RegisteredCertificate[];
  /** The page to upload a certificate, or null if the person may not change the client. */
  readonly uploadHref: string | null;
  readonly now: Date;
};

/** The certificates among the public keys of a client. */
export function CertificatesPanel({ certificates, uploadHref, now }: CertificatesPanelProps) {
  const texts = clientTexts.certificate;
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

type ConsentPreviewPageProps = ConsentPreview & { readonly host: string; readonly nonce: string | undefined };

/** The consent page of a client as people see it. It is inert. */
export function ConsentPreviewPage({ isAsked, page, host, nonce }: ConsentPreviewPageProps) {
  const texts = clientTexts.consentPreview;
  return (
    <main aria-label={texts.frame} className="flex grow flex-col">
      <h1 className="sr-only">{texts.frame}</h1>
      {!isAsked && (
        <div className="p-4">
          <Notice title={texts.off} />
        </div>
      )}
      <div inert lang="en" dir="ltr" className="flex grow flex-col">
        <ConsentView locale="en" host={host} nonce={nonce} frame={page.frame} model={page} />
      </div>
    </main>
  );
}
