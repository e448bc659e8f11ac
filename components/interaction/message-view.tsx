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

/** A page that only says something, and where to go on. */
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
