import { CertificateForm } from '#components/admin/clients/certificate-form';
import { Panel } from '#components/ui/panel';
import { clientPath } from '#lib/admin/entries/entry-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { besidePage } from '../../../entries/beside-page';
import { clientFace } from '../../client-face';

export const dynamic = 'force-dynamic';

const { title } = adminTexts.clients.certificate;

export default adminPage({
  policy: { permission: 'edit' },
  section: 'clients',
  render: besidePage(clientFace, title, ({ key }) => (
    <Panel title={title}>
      <CertificateForm clientId={key} backHref={clientPath(key, clientFace.section.secrets?.page)} />
    </Panel>
  )),
});
