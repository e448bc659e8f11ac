import { ReviewForm } from '#components/admin/clients/review-form';
import { PageHeader } from '#components/admin/page-header';
import { newClientForm } from '#lib/admin/clients/new-client-form';
import { reviewDraft } from '#lib/admin/clients/review-draft';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { createClient } from '../../../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit', fresh: true },
  section: 'clients',
  render: async ({ admin, params, query, csrf }) => {
    const { kind, draft } = newClientForm(params.type, query);
    const review = await reviewDraft(admin, kind, draft);
    const { wizard, kinds } = adminTexts.clients;
    const title = wizard.of(kinds[kind]);
    const body = (
      <>
        <PageHeader
          title={title}
          description={wizard.step(3)}
          parent={{ label: wizard.title, href: '/admin/clients/new' }}
        />
        <ReviewForm {...{ kind, draft, review, csrf }} action={createClient} />
      </>
    );
    return { title, body };
  },
});
