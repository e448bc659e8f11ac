import type { SiteGroup } from '#lib/docs/open-site';
import { Heading } from '../ui/text';

/** The first page: every document with a short description. */
export function HomeView({ groups }: { readonly groups: readonly SiteGroup[] }) {
  return (
    <div className="mx-auto grid max-w-5xl gap-10">
      <Heading text="How to sign in, run this server, and connect apps to it.">Documentation</Heading>
      {groups.map(({ title, entries }) => (
        <section key={title} className="grid gap-3">
          <h2 className="font-semibold text-lg tracking-display">{title}</h2>
          <ul className="grid gap-3 sm:grid-cols-2">
            {entries.map((entry) => (
              <li
                key={entry.name}
                className="relative rounded-lg border border-border bg-card p-4 hover:border-foreground/60"
              >
                <a href={`/docs/${entry.name}`} className="font-semibold after:absolute after:inset-0">
                  {entry.title}
                </a>
                <p className="mt-1 text-muted-foreground text-sm [overflow-wrap:anywhere]">{entry.description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
