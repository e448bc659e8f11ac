import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#components/ui/button';
import { Heading } from '#components/ui/heading';
import { Message } from '#components/ui/message';
import { Notice } from '#components/ui/notice';
import { TextLink } from '#components/ui/text-link';
import type { DemoPage } from '#lib/demo/read-demo-page';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { ValueList } from './value-list';

type DemoViewProps = { readonly locale: Locale; readonly model: DemoPage };

/** The demo application. It stands for somebody else's program, so it has its own frame. */
export function DemoView({ locale, model }: DemoViewProps) {
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-7 px-5 py-7 sm:px-8 sm:py-14">
      <title>{translate(locale, 'demo.title')}</title>
      <header className="flex items-center gap-3 font-semibold">
        <span aria-hidden="true" className="grid size-8 place-items-center rounded-control bg-brand text-card text-sm">
          D
        </span>
        {translate(locale, 'demo.title')}
      </header>
      <main
        data-page="demo"
        className="grid gap-8 sm:rounded-card sm:border sm:border-border sm:bg-card sm:p-10 sm:shadow-card"
      >
        {model.problem && <DemoProblem locale={locale} problem={model.problem} />}
        {model.signedIn ? <SignedIn locale={locale} model={model.signedIn} /> : <SignedOut locale={locale} />}
        {model.agent && <AgentHelp locale={locale} agent={model.agent} />}
      </main>
    </div>
  );
}

type DemoProblemProps = { readonly locale: Locale; readonly problem: NonNullable<DemoPage['problem']> };

function DemoProblem({ locale, problem }: DemoProblemProps) {
  return (
    <Notice tone="bad">
      <p className="font-semibold">{translate(locale, 'demo.problem')}</p>
      <p className="[overflow-wrap:anywhere]">
        <code className="font-mono text-sm">{problem.error}</code> {problem.description}
      </p>
    </Notice>
  );
}

function SignedOut({ locale }: { readonly locale: Locale }) {
  return (
    <>
      <Heading text={translate(locale, 'demo.signed_out.text')}>{translate(locale, 'demo.signed_out.heading')}</Heading>
      <div className="grid gap-3 sm:grid-cols-2">
        <ButtonLink variant="primary" href="/demo/start" className="sm:col-span-2">
          {translate(locale, 'demo.sign_in')}
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
      <Section heading={translate(locale, 'demo.id_token')}>
        <ValueList values={model.claims} />
      </Section>
      <Section heading={translate(locale, 'demo.user_info')}>
        <ValueList values={model.userInfo} />
      </Section>
      <Section heading={translate(locale, 'demo.tokens')}>
        <ValueList values={model.tokens} />
      </Section>
      <div className="grid gap-3 sm:grid-cols-2">
        {model.canRefresh && (
          <form method="post" action="/demo/refresh">
            <Button variant="primary">{translate(locale, 'demo.refresh')}</Button>
          </form>
        )}
        <form method="post" action="/demo/sign-out">
          <Button variant="secondary">{translate(locale, 'demo.sign_out')}</Button>
        </form>
      </div>
      <Section heading={translate(locale, 'demo.sign_in_again')}>
        <div className="grid gap-3 sm:grid-cols-2">
          <OtherStarts locale={locale} />
        </div>
      </Section>
    </>
  );
}

type AgentHelpProps = { readonly locale: Locale; readonly agent: NonNullable<DemoPage['agent']> };

function AgentHelp({ locale, agent }: AgentHelpProps) {
  return (
    <Section heading={translate(locale, 'demo.agent.heading')}>
      <p className="text-pretty text-muted-foreground">{translate(locale, 'demo.agent.text')}</p>
      <ValueList values={[{ name: 'URL', value: agent.url }, ...agent.commands]} />
      <p className="text-pretty text-muted-foreground">
        {translate(locale, 'demo.agent.next')}{' '}
        <TextLink href="/admin/agents">{translate(locale, 'demo.agent.govern')}</TextLink>
      </p>
    </Section>
  );
}

/** Links, because starting changes nothing but this application's own cookie. */
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

function Section({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{heading}</h2>
      {children}
    </section>
  );
}
