import { ReviewForm } from '#components/admin/clients/review-form';
import { newClientForm } from '#lib/admin/clients/new-client-form';
import { reviewDraft } from '#lib/admin/clients/review-draft';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { pageBelow } from '../../../../entries/page-below';
import { createClient } from '../../../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit', fresh: true },
  section: 'clients',
  render: async ({ admin, params, query, csrf }) => {
    const { kind, draft } = newClientForm(params.type, query);
    const review = await reviewDraft(admin, kind, draft);
    const { wizard, kinds } = adminTexts.clients;
    const parent = { label: wizard.title, href: '/admin/clients/new' };
    const form = { kind, draft, review, csrf };
    return pageBelow(
      { title: wizard.of(kinds[kind]), description: wizard.step(3), parent },
      <ReviewForm {...form} action={createClient} />,
    );
  },
});
