import { ButtonLink } from '#components/ui/button';
import { Card } from '#components/ui/card';
import { Heading } from '#components/ui/heading';
import { Logo } from '#components/ui/logo';
import type { ServerErrorText } from '#lib/i18n/server-error-text';

type ServerErrorViewProps = { readonly words: ServerErrorText; readonly digest: string | undefined };

/**
 * Our own failure, for the two error boundaries. It is the frame of `Shell` without the catalog behind it, because it
 * runs in the browser. The link asks for the same page again, without a script too.
 */
export function ServerErrorView({ words, digest }: ServerErrorViewProps) {
  return (
    <div className="engraved isolate flex grow flex-col px-5 pt-6 pb-8 sm:items-center sm:justify-center sm:px-6 sm:py-14">
      <title>{words.pageTitle}</title>
      <div className="grid w-full gap-7 sm:max-w-[28rem]">
        <header className="flex sm:justify-center">
          <Logo>{words.portal}</Logo>
        </header>
        <main data-page="error">
          <Card>
            <Heading text={words.text}>{words.title}</Heading>
            <ButtonLink variant="secondary" href="">
              {words.retry}
            </ButtonLink>
            {digest !== undefined && (
              <p className="font-mono text-muted-foreground text-sm">{words.reference.replace('#', digest)}</p>
            )}
          </Card>
        </main>
      </div>
    </div>
  );
}
