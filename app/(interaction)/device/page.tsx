import { redirect } from 'next/navigation';
import { DeviceConfirmView } from '#components/interaction/device-confirm-view';
import { DeviceEntryView, DeviceResultView } from '#components/interaction/device-entry-view';
import { readDevicePage } from '#lib/login/read-device-page';
import { keepFormsHere } from '#lib/next/keep-forms-here';
import { pageLocale } from '#lib/next/page-locale';
import { readPage } from '#lib/next/read-page';
import { pageInput, type Query } from '../page-input';
import { showProblem } from '../show-problem';

export const dynamic = 'force-dynamic';

export default async function DeviceRoute({ searchParams }: { readonly searchParams: Query }) {
  const query = await searchParams;
  const one = (name: string) => (typeof query[name] === 'string' ? query[name] : null);
  const fields = { login_hint: one('login_hint'), ui_locales: one('ui_locales'), acr_values: one('acr_values') };
  const input = { ...(await pageInput(searchParams)), userCode: one('user_code'), fields };
  const { model, ...shell } = await readPage((context) => readDevicePage(context, input));
  const shown = { locale: await pageLocale(), ...shell };
  switch (model.page) {
    case 'redirect':
      return redirect(model.location);
    case 'problem':
      return showProblem(model, shell);
    case 'device':
      return <DeviceEntryView {...shown} model={model} />;
    case 'device-confirm':
      return <DeviceConfirmView {...shown} model={model} />;
    default:
      keepFormsHere();
      return <DeviceResultView {...shown} model={model} />;
  }
}
