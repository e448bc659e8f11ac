import { readDevicePage } from '#lib/login/device/read';
import { interactionPage } from '#lib/next/interaction-page';
import { keepFormsHere } from '#lib/next/keep-forms-here';
import { DeviceConfirmView, DeviceEntryView, DeviceResultView } from '#views/login/device/view';

export const dynamic = 'force-dynamic';

export default interactionPage(
  (context, { one, ...asked }) => {
    const fields = { login_hint: one('login_hint'), ui_locales: one('ui_locales'), acr_values: one('acr_values') };
    return readDevicePage(context, { ...asked, userCode: one('user_code'), fields });
  },
  (model, shell) => {
    switch (model.page) {
      case 'device':
        return <DeviceEntryView {...shell} model={model} />;
      case 'device-confirm':
        return <DeviceConfirmView {...shell} model={model} />;
      default:
        keepFormsHere();
        return <DeviceResultView {...shell} model={model} />;
    }
  },
);
