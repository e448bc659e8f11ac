import { Button, ButtonLink } from '#components/ui/button';
import { Heading } from '#components/ui/heading';
import { Notice } from '#components/ui/notice';
import { translate } from '#lib/i18n/translate';
import type { DeviceDeniedPage, DeviceResultPage } from '#lib/login/read-device-page';
import { HiddenInputs, PendingSubmit } from './form-parts';
import { MessageView } from './message-view';
import { Shell, type ShellContext } from './shell';

type DeviceResultViewProps = ShellContext & { readonly model: DeviceResultPage };

/** The result. The person continues on the device, so the page does not redirect. */
export function DeviceResultView({ model, ...shell }: DeviceResultViewProps) {
  const { locale } = shell;
  if (model.page === 'device-denied') return <DeviceDeniedView {...shell} model={model} />;
  return (
    <MessageView
      {...shell}
      frame={model.frame}
      page="device-done"
      title={translate(locale, 'device_done.title')}
      heading={translate(locale, 'device_done.heading')}
      text={translate(locale, 'device_done.text')}
      link={{ text: translate(locale, 'device_done.manage'), href: '/account/apps' }}
    />
  );
}

/** Lets people report that somebody else asked them to connect (ux §1.6.10). */
function DeviceDeniedView({ model, ...shell }: ShellContext & { readonly model: DeviceDeniedPage }) {
  const { locale } = shell;
  return (
    <Shell {...shell} frame={model.frame} page="device-denied" title={translate(locale, 'device_denied.title')}>
      <Heading text={translate(locale, 'device_denied.text')}>{translate(locale, 'device_denied.heading')}</Heading>
      {model.isReported ? (
        <Notice>{translate(locale, 'device_denied.reported')}</Notice>
      ) : (
        <form method="post" action="/device/submit" className="grid gap-3">
          <HiddenInputs form={model.form} />
          <p>{translate(locale, 'device_denied.report_hint')}</p>
          <Button variant="secondary" name="decision" value="report">
            {translate(locale, 'device_denied.report')}
          </Button>
          <PendingSubmit message={translate(locale, 'device_confirm.pending')} />
        </form>
      )}
      <ButtonLink variant="quiet" href="/device">
        {translate(locale, 'device_denied.again')}
      </ButtonLink>
    </Shell>
  );
}
