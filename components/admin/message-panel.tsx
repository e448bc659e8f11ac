import { ButtonLink } from '#components/ui/button';
import { Name } from '#components/ui/name';

type MessagePanelProps = {
  readonly title: string;
  readonly text: string;
  /** The person it is about: "Signed in as" and their name. */
  readonly who?: { readonly label: string; readonly name: string };
  /** The next steps. The first is the usual one. */
  readonly links: readonly { readonly label: string; readonly href: string }[];
};

/** A page that only shows a message. */
export function MessagePanel({ title, text, who, links }: MessagePanelProps) {
  return (
    <div className="grid max-w-2xl justify-items-start gap-4 rounded-lg border border-border bg-card p-6">
      <h1 className="font-semibold text-[1.375rem] leading-7 tracking-display">{title}</h1>
      {who && (
        <p>
          {who.label}{' '}
          <b className="font-semibold">
            <Name>{who.name}</Name>
          </b>
        </p>
      )}
      <p className="max-w-prose text-muted-foreground">{text}</p>
      <div className="flex flex-wrap gap-2">
        {links.map(({ label, href }, index) => (
          <ButtonLink key={href} href={href} variant={index === 0 ? 'primary' : 'secondary'}>
            {label}
          </ButtonLink>
        ))}
      </div>
    </div>
  );
}
