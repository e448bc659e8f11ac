import type { ReactNode } from 'react';
import { Alert } from '#components/ui/alert';
import { Button } from '#components/ui/button';
import { Heading } from '#components/ui/heading';
import type { DeviceDemoPage } from '#lib/demo/device/read-device-demo';
import { AutoCheck } from './auto-check';
import { QrCode } from './qr-code';
import { ValueList } from './value-list';

/**
 * A device without a keyboard. It stands for somebody else's program, so it has its own frame and its texts are not in
 * the portal's catalog.
 */
export function DeviceDemoView({ model }: { readonly model: DeviceDemoPage }) {
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-7 px-5 py-7 sm:px-8 sm:py-14">
      <title>Demo television</title>
      <header className="flex items-center gap-3 font-semibold">
        <span
          aria-hidden="true"
          className="grid size-8 place-items-center rounded-lg bg-primary text-primary-foreground text-sm"
        >
          TV
        </span>
        Demo television
      </header>
      <main
        data-page="demo-device"
        className="grid gap-8 sm:rounded-card sm:border sm:border-border sm:bg-card sm:p-10 sm:shadow-card"
      >
        {model.problem && <DeviceProblem problem={model.problem} />}
        <Screen model={model} />
      </main>
    </div>
  );
}

function Screen({ model }: { readonly model: DeviceDemoPage }) {
  if (model.connected) return <Connected model={model.connected} />;
  if (model.waiting) return <Waiting model={model.waiting} />;
  return <Idle />;
}

const explanations: Readonly<Record<string, string>> = {
  access_denied: 'You chose not to connect this device.',
  expired_token: 'The code was not used in time.',
};

function DeviceProblem({ problem }: { readonly problem: NonNullable<DeviceDemoPage['problem']> }) {
  return (
    <Alert kind="problem">
      <p className="font-semibold">{explanations[problem.error] ?? 'That did not work'}</p>
      <p className="[overflow-wrap:anywhere]">
        <code className="font-mono text-sm">{problem.error}</code> {problem.description}
      </p>
    </Alert>
  );
}

function Idle() {
  return (
    <>
      <Heading text="A device with a screen and no keyboard. It asks the portal for a code, shows it, and waits until somebody has entered it on a phone.">
        This television is not connected
      </Heading>
      <PostButton action="/demo/device/start">Show a code</PostButton>
    </>
  );
}

function Waiting({ model }: { readonly model: NonNullable<DeviceDemoPage['waiting']> }) {
  return (
    <>
      <Heading text="Scan the picture, or open the address on your phone or computer and enter the code.">
        Connect this television
      </Heading>
      <div className="flex flex-wrap items-center gap-x-10 gap-y-6">
        <QrCode text={model.verificationUriComplete} label="QR code of the address with the code" />
        <dl className="grid min-w-0 gap-4">
          <Fact name="Address">
            <a href={model.verificationUri} className="font-medium underline underline-offset-3">
              {model.verificationUri}
            </a>
          </Fact>
          <Fact name="Code">
            <span data-user-code className="whitespace-nowrap font-mono font-semibold text-4xl tracking-[0.08em]">
              {model.userCode}
            </span>
          </Fact>
          <Fact name="Good for">{Math.ceil(model.remainingSeconds / 60)} min</Fact>
        </dl>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <PostButton action="/demo/device/check">
          Check again
          <AutoCheck seconds={model.intervalSeconds} />
        </PostButton>
        <PostButton action="/demo/device/reset" secondary>
          Stop
        </PostButton>
      </div>
      <p className="text-muted-foreground text-sm">
        On this same computer you can{' '}
        <a
          href={model.verificationUriComplete}
          className="underline underline-offset-3"
          target="_blank"
          rel="noreferrer"
        >
          open the address with the code
        </a>{' '}
        in another window. The television asks every {model.intervalSeconds} seconds.
      </p>
    </>
  );
}

function Connected({ model }: { readonly model: NonNullable<DeviceDemoPage['connected']> }) {
  return (
    <>
      <Heading text="This is what the television received.">
        Hello, <bdi>{model.name}</bdi>
      </Heading>
      <Section heading="ID token, verified">
        <ValueList values={model.claims} />
      </Section>
      <Section heading="UserInfo">
        <ValueList values={model.userInfo} />
      </Section>
      <PostButton action="/demo/device/reset" secondary>
        Forget everything
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

function Section({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{heading}</h2>
      {children}
    </section>
  );
}
