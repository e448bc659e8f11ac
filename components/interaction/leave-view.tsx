import { Button, ButtonLink } from '#components/ui/button';
import type { FormPost, LeavePage } from '#lib/http/page-models';
import { displayText } from '#lib/i18n/display-text';
import { translate } from '#lib/i18n/translate';
import { Heading } from '../ui/text';
import { HiddenFields } from './form-parts';
import { DetailList } from './problem-view';
import { Shell, type ShellContext } from './shell';

/** Shows the address of a self-registered client before the person goes there. */
export function LeaveView({ model, ...shell }: ShellContext & { readonly model: LeavePage }) {
  const { locale } = shell;
  const { to, departure, details } = model;
  const host = displayText(to.host);
  const label = translate(locale, 'leave.continue', { host });
  return (
    <Shell {...shell} page="error" title={translate(locale, 'leave.title')}>
      <Heading text={translate(locale, 'leave.text', { app: displayText(to.app), host })}>
        {translate(locale, 'leave.heading')}
      </Heading>
      {'href' in departure ? (
        <ButtonLink variant="primary" href={departure.href} rel="noreferrer">
          {label}
        </ButtonLink>
      ) : (
        <form method="post" action={departure.action}>
          <HiddenFields fields={departure.fields} />
          <Button variant="primary">{label}</Button>
        </form>
      )}
      <DetailList locale={locale} details={details} />
    </Shell>
  );
}

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
          <Button variant="primary">{translate(locale, 'action.continue')}</Button>
        </noscript>
      </form>
      <script>{script}</script>
    </Shell>
  );
}
