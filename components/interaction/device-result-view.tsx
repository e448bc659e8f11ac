import { translate } from '#lib/i18n/translate';
import type { DeviceResultPage } from '#lib/login/page-models';
import { MessageView } from './message-view';
import type { ShellContext } from './shell';

type DeviceResultViewProps = ShellContext & { readonly model: DeviceResultPage };

/** How it ended. The person goes on at the device, so nothing leads away by itself. */
export function DeviceResultView({ model, ...context }: DeviceResultViewProps) {
  const shell = { ...context, frame: model.frame };
  const { locale } = shell;
  if (model.page === 'device-done') {
    return (
      <MessageView
        {...shell}
        page="device-done"
        title={translate(locale, 'device_done.title')}
        heading={translate(locale, 'device_done.heading')}
        text={translate(locale, 'device_done.text')}
      />
    );
  }
  return (
    <MessageView
      {...shell}
      page="device-denied"
      title={translate(locale, 'device_denied.title')}
      heading={translate(locale, 'device_denied.heading')}
      text={translate(locale, 'device_denied.text')}
      link={{ text: translate(locale, 'device_denied.again'), href: '/device' }}
    />
  );
}
