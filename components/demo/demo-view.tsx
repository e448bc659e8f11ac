import type { ReactNode } from 'react';
import { Alert } from '#components/ui/alert';
import { Button, ButtonLink } from '#components/ui/button';
import { Heading } from '#components/ui/heading';
import type { DemoPage } from '#lib/demo/read-demo-page';
import { ValueList } from './value-list';

/**
 * The demo application. It stands for somebody else's program, so it has its own frame and its texts are not in the
 * portal's catalog.
 */
export function DemoView({ model }: { readonly model: DemoPage }) {
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-7 px-5 py-7 sm:px-8 sm:py-14">
      <title>Demo application</title>
      <header className="flex items-center gap-3 font-semibold">
        <span aria-hidden="true" className="grid size-8 place-items-center rounded-control bg-brand text-card text-sm">
          D
        </span>
        Demo application
      </header>
      <main
        data-page="demo"
        className="grid gap-8 sm:rounded-card sm:border sm:border-border sm:bg-card sm:p-10 sm:shadow-card"
      >
        {model.problem && <DemoProblem problem={model.problem} />}
        {model.signedIn ? <SignedIn model={model.signedIn} /> : <SignedOut />}
      </main>
    </div>
  );
}

function DemoProblem({ problem }: { readonly problem: NonNullable<DemoPage['problem']> }) {
  return (
    <Alert kind="problem">
      <p className="font-semibold">That did not work</p>
      <p className="[overflow-wrap:anywhere]">
        <code className="font-mono text-sm">{problem.error}</code> {problem.description}
      </p>
    </Alert>
  );
}

function SignedOut() {
  return (
    <>
      <Heading text="A small web application that knows the portal by its address alone. Its server runs the authorization code flow with PKCE, state and nonce, verifies the ID token and asks UserInfo.">
        You are not signed in here
      </Heading>
      <div className="grid gap-3 sm:grid-cols-2">
        <ButtonLink href="/demo/start" className="sm:col-span-2">
          Sign in
        </ButtonLink>
        <OtherStarts />
      </div>
    </>
  );
}

function SignedIn({ model }: { readonly model: NonNullable<DemoPage['signedIn']> }) {
  return (
    <>
      <Heading text="This is what the application received.">
        Hello, <bdi>{model.name}</bdi>
      </Heading>
      <Section heading="ID token, verified">
        <ValueList values={model.claims} />
      </Section>
      <Section heading="UserInfo">
        <ValueList values={model.userInfo} />
      </Section>
      <Section heading="Tokens">
        <ValueList values={model.tokens} />
      </Section>
      <div className="grid gap-3 sm:grid-cols-2">
        {model.canRefresh && (
          <form method="post" action="/demo/refresh">
            <Button>Refresh the tokens</Button>
          </form>
        )}
        <form method="post" action="/demo/sign-out">
          <Button variant="secondary">Sign out</Button>
        </form>
      </div>
      <Section heading="Sign in again">
        <div className="grid gap-3 sm:grid-cols-2">
          <OtherStarts />
        </div>
      </Section>
    </>
  );
}

/** Links, because starting changes nothing but this application's own cookie. */
function OtherStarts() {
  return (
    <>
      <ButtonLink variant="secondary" href="/demo/start?response_mode=form_post">
        Sign in with form_post
      </ButtonLink>
      <ButtonLink variant="secondary" href="/demo/start?prompt=login">
        Sign in with prompt=login
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
