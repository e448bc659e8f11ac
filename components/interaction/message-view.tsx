import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button';
import { Heading } from '#components/ui/heading';
import { Shell, type ShellContext } from './shell';

type MessageViewProps = ShellContext & {
  readonly page?: string;
  readonly title: string;
  readonly heading: string;
  readonly text: ReactNode;
  readonly link?: { readonly text: string; readonly href: string };
};

/** A page with only a message and a link to continue. */
export function MessageView({ page = 'error', title, heading, text, link, ...shell }: MessageViewProps) {
  return (
    <Shell {...shell} page={page} title={title}>
      <Heading text={text}>{heading}</Heading>
      {link && (
        <ButtonLink variant="secondary" href={link.href}>
          {link.text}
        </ButtonLink>
      )}
    </Shell>
  );
}
