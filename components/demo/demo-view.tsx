import { Button, ButtonLink } from '#components/ui/button';
import type { DemoPage } from '#lib/demo/read-demo-page';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { Heading, Message, TextLink } from '../ui/text';
import { DemoFrame, DemoProblem, DemoSection, ValueList } from './demo-frame';

type DemoViewProps = { readonly locale: Locale; readonly model: DemoPage };

/** The demo application. */
export function DemoView({ locale, model }: DemoViewProps) {
  return (
    <DemoFrame
      page="demo"
      title={translate(locale, 'demo.title')}
      mark="D"
      markClass="rounded-control bg-brand text-card"
    >
      {model.problem && (
        <DemoProblem heading={translate(locale, 'demo_device.problem.other')} problem={model.problem} />
      )}
      {model.signedIn ? <SignedIn locale={locale} model={model.signedIn} /> : <SignedOut locale={locale} />}
      {model.agent && <AgentHelp locale={locale} agent={model.agent} />}
    </DemoFrame>
  );
}

function SignedOut({ locale }: { readonly locale: Locale }) {
  return (
    <>
      <Heading text={translate(locale, 'demo.signed_out.text')}>{translate(locale, 'demo.signed_out.heading')}</Heading>
      <div className="grid gap-3 sm:grid-cols-2">
        <ButtonLink variant="primary" href="/demo/start" className="sm:col-span-2">
          {translate(locale, 'action.sign_in')}
        </ButtonLink>
        <OtherStarts locale={locale} />
      </div>
    </>
  );
}

type SignedInProps = { readonly locale: Locale; readonly model: NonNullable<DemoPage['signedIn']> };

function SignedIn({ locale, model }: SignedInProps) {
  return (
    <>
      <Heading text={translate(locale, 'demo.received')}>
        <Message locale={locale} id="demo.hello" values={{ name: model.name }} />
      </Heading>
      <DemoSection heading={translate(locale, 'demo.id_token')}>
        <ValueList values={model.claims} />
      </DemoSection>
      <DemoSection heading={translate(locale, 'demo.user_info')}>
        <ValueList values={model.userInfo} />
      </DemoSection>
      <DemoSection heading={translate(locale, 'demo.tokens')}>
        <ValueList values={model.tokens} />
      </DemoSection>
      <div className="grid gap-3 sm:grid-cols-2">
        {model.canRefresh && (
          <form method="post" action="/demo/refresh">
            <Button variant="primary">{translate(locale, 'demo.refresh')}</Button>
          </form>
        )}
        <form method="post" action="/demo/sign-out">
          <Button variant="secondary">{translate(locale, 'action.sign_out')}</Button>
        </form>
      </div>
      <DemoSection heading={translate(locale, 'demo.sign_in_again')}>
        <div className="grid gap-3 sm:grid-cols-2">
          <OtherStarts locale={locale} />
        </div>
      </DemoSection>
    </>
  );
}

type AgentHelpProps = { readonly locale: Locale; readonly agent: NonNullable<DemoPage['agent']> };

function AgentHelp({ locale, agent }: AgentHelpProps) {
  return (
    <DemoSection heading={translate(locale, 'demo.agent.heading')}>
      <p className="text-pretty text-muted-foreground">{translate(locale, 'demo.agent.text')}</p>
      <ValueList values={[{ name: 'URL', value: agent.url }, ...agent.commands]} />
      <p className="text-pretty text-muted-foreground">
        {translate(locale, 'demo.agent.next')}{' '}
        <TextLink href="/admin/agents">{translate(locale, 'demo.agent.govern')}</TextLink>
      </p>
    </DemoSection>
  );
}

/** These are links, because starting a sign-in changes only this application's own cookie. */
function OtherStarts({ locale }: { readonly locale: Locale }) {
  return (
    <>
      <ButtonLink variant="secondary" href="/demo/start?response_mode=form_post">
        {translate(locale, 'demo.sign_in_with', { parameter: 'form_post' })}
      </ButtonLink>
      <ButtonLink variant="secondary" href="/demo/start?prompt=login">
        {translate(locale, 'demo.sign_in_with', { parameter: 'prompt=login' })}
      </ButtonLink>
    </>
  );
}
