import { Button } from '#components/ui/button';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountPage } from '../kit/view';

export const exportPages: readonly AccountPage[] = [
  {
    path: 'export',
    page: 'account-export',
    section: 'profile',
    title: 'account.export.title',
    text: 'account.export.text',
    fresh: true,
    render: async ({ locale, form }) => ({
      body: (
        <AccountForm locale={locale} form={form}>
          <Button variant="primary" name="decision" value="download" className="sm:w-fit">
            {translate(locale, 'action.download')}
          </Button>
        </AccountForm>
      ),
    }),
  },
];
