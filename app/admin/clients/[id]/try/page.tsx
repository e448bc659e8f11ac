import { TrialView } from '#components/admin/clients/trial-view';
import { readTrialPage } from '#lib/admin/clients/read-trial-page';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { inFrame, openEntry } from '../../../entries/entry-face';
import { clientFace } from '../../client-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'clients',
  render: async (request) => {
    const opened = await openEntry(clientFace, request);
    const { detail, head } = opened;
    const handle = request.query.trial;
    const trial = await readTrialPage(request.admin, detail, handle);
    const body = <TrialView {...trial} {...{ clientId: detail.clientId, handle, csrf: request.csrf }} />;
    return {
      title: `${adminTexts.clients.trial.title}: ${head.title}`,
      body: inFrame(clientFace, { ...opened, page: null }, body),
    };
  },
});
