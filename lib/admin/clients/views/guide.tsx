import type { ReactNode } from 'react';
import { CodeBlock } from '#components/admin/code-block';
import { AdminForm } from '#components/admin/form/admin-form';
import { Button } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import type { Guide } from '#lib/admin/clients/guides/guide';
import { clientForms } from '../actions';
import { expectedRedirectUri } from '../guides/guides';
import { texts as clientTexts } from '../texts';

type GuideViewProps = {
  readonly guides: readonly Guide[];
  readonly title?: string;
  readonly description?: string;
  /** The note about the redirect URI of a guide, or null if it fits the client. */
  readonly redirect?: (callbackPath: string) => ReactNode;
};

/** How to connect an application or an API: a tab for each library, with the first one selected. */
export function GuideView({ guides, title, description, redirect = () => null }: GuideViewProps) {
  const texts = clientTexts.guide;
  return (
    <Panel title={title ?? texts.title} description={description ?? texts.description}>
      <fieldset className="flex min-w-0 flex-wrap gap-x-1.5 gap-y-2">
        <legend className="sr-only">{texts.library}</legend>
        {guides.map((guide, index) => (
          <div key={guide.id} className="group/guide contents">
            <label className="relative inline-flex min-h-7 cursor-pointer items-center rounded-md border border-input px-2.5 text-[0.8125rem] hover:border-foreground/60 has-[:checked]:border-accent has-[:checked]:bg-selected has-[:checked]:font-medium">
              <input
                type="radio"
                name="guide"
                value={guide.id}
                defaultChecked={index === 0}
                className="absolute inset-0 cursor-pointer appearance-none rounded-md"
              />
              {guide.title}
            </label>
            <section
              aria-label={guide.title}
              className="order-1 mt-2 hidden w-full min-w-0 gap-3 group-has-[input:checked]/guide:grid"
            >
              {guide.callbackPath && redirect(guide.callbackPath)}
              {guide.install && <CodeBlock name={texts.install} code={guide.install} />}
              {guide.files.map((file) => (
                <CodeBlock key={file.name} name={file.name} code={file.code} runs={file.runs} isFile />
              ))}
              {guide.access && (
                <p className="min-w-0 break-words text-sm">
                  <strong>{texts.access}</strong> {guide.access}
                </p>
              )}
              <p className="min-w-0 break-words text-sm">
                <strong>{texts.trouble}</strong> {guide.trouble.sign} {guide.trouble.remedy}
              </p>
              <p className="min-w-0 break-words text-muted-foreground text-sm">
                {texts.proof} {guide.proof}
              </p>
            </section>
          </div>
        ))}
      </fieldset>
    </Panel>
  );
}

type ExpectedRedirectProps = {
  readonly clientId: string;
  readonly redirectUris: readonly string[];
  readonly callbackPath: string;
  readonly mayEdit: boolean;
  /** Opens the answer in a new tab, because this page shows something only once. */
  readonly isBeside?: boolean;
};

/** Says that a library uses an unregistered redirect URI, and offers to register it. */
export function ExpectedRedirect({
  clientId,
  redirectUris,
  callbackPath,
  mayEdit,
  isBeside = false,
}: ExpectedRedirectProps) {
  const texts = clientTexts.guide;
  const expected = expectedRedirectUri(redirectUris, callbackPath);
  if (expected === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <p className="min-w-0 break-words">{texts.redirect(callbackPath)}</p>
      {mayEdit && expected.uri && (
        <AdminForm
          {...clientForms.addRedirectUri.about({ client_id: clientId })}
          hidden={{ redirect_uri: expected.uri }}
          label={texts.add}
          className="contents"
        >
          <Button size="small" {...(isBeside && { formTarget: '_blank' })}>
            {texts.add}
          </Button>
        </AdminForm>
      )}
    </div>
  );
}
