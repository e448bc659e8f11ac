import { Button } from '#components/ui/button';
import { Heading } from '#components/ui/heading';
import type { FormPost } from '#lib/http/page-models';
import { translate } from '#lib/i18n/translate';
import { HiddenFields } from './hidden-inputs';
import { Shell, type ShellContext } from './shell';

type FormPostViewProps = ShellContext & {
  readonly model: Pick<FormPost, 'action' | 'fields'>;
  /** Sends the form. Without scripts there is a button. */
  readonly script: string;
};

/** An authorization response on its way to the application. */
export function FormPostView({ model, script, ...shell }: FormPostViewProps) {
  const { locale } = shell;
  return (
    <Shell {...shell} page="form-post" title={translate(locale, 'form_post.title')}>
      <Heading text={translate(locale, 'form_post.text')}>{translate(locale, 'form_post.heading')}</Heading>
      <form method="post" action={model.action}>
        <HiddenFields fields={model.fields} />
        <noscript>
          <Button variant="primary">{translate(locale, 'form_post.continue')}</Button>
        </noscript>
      </form>
      <script>{script}</script>
    </Shell>
  );
}
