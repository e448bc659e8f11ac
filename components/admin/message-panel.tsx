import { ButtonLink } from '#components/ui/button';

type MessagePanelProps = {
  readonly title: string;
  readonly text: string;
  readonly link: { readonly label: string; readonly href: string };
};

/** A page that has nothing to show but why. */
export function MessagePanel({ title, text, link }: MessagePanelProps) {
  return (
    <div className="grid justify-items-start gap-4 rounded-xl border border-border bg-card p-8">
      <h1 className="font-semibold text-2xl tracking-display">{title}</h1>
      <p className="max-w-prose text-muted-foreground">{text}</p>
      <ButtonLink href={link.href}>{link.label}</ButtonLink>
    </div>
  );
}
