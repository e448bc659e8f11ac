import { SignInView } from '#components/admin/traces/sign-in-view';
import { readSignIn } from '#lib/admin/traces/read-traces';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'debug',
  render: async ({ admin, params }) => {
    const { trace, steps } = await readSignIn(admin, params.trace ?? '', params.step ?? '');
    const { signIn, of } = adminTexts.traces;
    return {
      title: `${signIn}: ${of(trace.clientName ?? trace.clientId)}`,
      body: <SignInView trace={trace} steps={steps} />,
    };
  },
});
