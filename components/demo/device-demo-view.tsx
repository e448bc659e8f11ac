import type { ReactNode } from 'react';
import { encode } from 'uqr';
import { Button } from '#components/ui/button';
import type { DeviceDemoPage } from '#lib/demo/device/read-device-demo';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { Heading, Message } from '../ui/text';
import { DemoFrame, DemoProblem, DemoSection, ValueList } from './demo-frame';

type DeviceDemoViewProps = { readonly locale: Locale; readonly model: DeviceDemoPage };

/** A device without a keyboard. */
export function DeviceDemoView({ locale, model }: DeviceDemoViewProps) {
  return (
    <DemoFrame
      page="demo-device"
      title={translate(locale, 'demo_device.title')}
      mark="TV"
      markClass="rounded-lg bg-primary text-primary-foreground"
    >
      {model.problem && (
        <DemoProblem
          heading={translate(locale, `demo_device.problem.${explainedError(model.problem.error)}`)}
          problem={model.problem}
        />
      )}
      <Screen locale={locale} model={model} />
    </DemoFrame>
  );
}

function Screen({ locale, model }: DeviceDemoViewProps) {
  if (model.connected) return <Connected locale={locale} model={model.connected} />;
  if (model.waiting) return <Waiting locale={locale} model={model.waiting} />;
  return <Idle locale={locale} />;
}

const explained = ['access_denied', 'expired_token'] as const;

function explainedError(error: string) {
  return explained.find((known) => known === error) ?? 'other';
}

function Idle({ locale }: { readonly locale: Locale }) {
  return (
    <>
      <Heading text={translate(locale, 'demo_device.idle.text')}>
        {translate(locale, 'demo_device.idle.heading')}
      </Heading>
      <PostButton action="/demo/device/start">{translate(locale, 'demo_device.idle.start')}</PostButton>
    </>
  );
}

type WaitingProps = { readonly locale: Locale; readonly model: NonNullable<DeviceDemoPage['waiting']> };

function Waiting({ locale, model }: WaitingProps) {
  const minutes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute' });
  return (
    <>
      <Heading text={translate(locale, 'demo_device.waiting.text')}>
        {translate(locale, 'demo_device.waiting.heading')}
      </Heading>
      <div className="flex flex-wrap items-center gap-x-10 gap-y-6">
        <QrCode text={model.verificationUriComplete} label={translate(locale, 'demo_device.waiting.picture')} />
        <dl className="grid min-w-0 gap-4">
          <Fact name={translate(locale, 'demo_device.waiting.address')}>
            <a href={model.verificationUri} dir="ltr" className="font-medium underline underline-offset-3">
              {model.verificationUri}
            </a>
          </Fact>
          <Fact name={translate(locale, 'label.code')}>
            <span
              data-user-code
              dir="ltr"
              className="whitespace-nowrap font-mono font-semibold text-4xl tracking-[0.08em]"
            >
              {model.userCode}
            </span>
          </Fact>
          <Fact name={translate(locale, 'demo_device.waiting.lifetime')}>
            {minutes.format(Math.ceil(model.remainingSeconds / 60))}
          </Fact>
        </dl>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <PostButton action="/demo/device/check">
          {translate(locale, 'demo_device.waiting.check')}
          <span hidden data-auto-check={model.intervalSeconds} />
        </PostButton>
        <PostButton action="/demo/device/reset" secondary>
          {translate(locale, 'demo_device.waiting.stop')}
        </PostButton>
      </div>
      <p className="text-muted-foreground text-sm">
        <a
          href={model.verificationUriComplete}
          className="underline underline-offset-3"
          target="_blank"
          rel="noreferrer"
        >
          {translate(locale, 'demo_device.waiting.here')}
        </a>
        <br />
        {translate(locale, 'demo_device.waiting.interval', { seconds: model.intervalSeconds })}
      </p>
    </>
  );
}

type ConnectedProps = { readonly locale: Locale; readonly model: NonNullable<DeviceDemoPage['connected']> };

function Connected({ locale, model }: ConnectedProps) {
  return (
    <>
      <Heading text={translate(locale, 'demo_device.connected.text')}>
        <Message locale={locale} id="demo.hello" values={{ name: model.name }} />
      </Heading>
      <DemoSection heading={translate(locale, 'demo.id_token')}>
        <ValueList values={model.claims} />
      </DemoSection>
      <DemoSection heading={translate(locale, 'demo.user_info')}>
        <ValueList values={model.userInfo} />
      </DemoSection>
      <PostButton action="/demo/device/reset" secondary>
        {translate(locale, 'demo_device.connected.forget')}
      </PostButton>
    </>
  );
}

type PostButtonProps = { readonly action: string; readonly secondary?: boolean; readonly children: ReactNode };

function PostButton({ action, secondary = false, children }: PostButtonProps) {
  return (
    <form method="post" action={action}>
      <Button variant={secondary ? 'secondary' : 'primary'}>{children}</Button>
    </form>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted-foreground text-sm">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/**
 * The width of the white margin around the code, in modules. Without it, cameras do not find the code (ISO/IEC 18004
 * §5.3.8).
 */
const quietZone = 4;

/** A QR code in the server's HTML, black on white in either color scheme because cameras need the contrast. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-box border border-border"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
