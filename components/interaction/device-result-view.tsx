import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { DeviceResultPage } from '#lib/login/page-models';
import { MessageView } from './message-view';

type DeviceResultViewProps = { readonly locale: Locale; readonly model: DeviceResultPage; readonly host?: string };

/** How it ended. The person goes on at the device, so nothing leads away by itself. */
export function DeviceResultView({ locale, model, host }: DeviceResultViewProps) {
  if (model.page === 'device-done') {
    return (
      <MessageView
        locale={locale}
        page="device-done"
        host={host}
        title={translate(locale, 'device_done.title')}
        heading={translate(locale, 'device_done.heading')}
        text={translate(locale, 'device_done.text')}
      />
    );
  }
  return (
    <MessageView
      locale={locale}
      page="device-denied"
      host={host}
      title={translate(locale, 'device_denied.title')}
      heading={translate(locale, 'device_denied.heading')}
      text={translate(locale, 'device_denied.text')}
      link={{ text: translate(locale, 'device_denied.again'), href: '/device' }}
    />
  );
}
