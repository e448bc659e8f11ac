import { applicationKinds } from '#lib/admin/clients/application-kind';
import { adminTexts } from '#lib/i18n/admin/texts';

/** The kinds of applications, each with a link to its form. */
export function KindCards() {
  const { kinds, kindHelp } = adminTexts.clients;
  return (
    <ul className="grid w-full gap-3 text-start sm:grid-cols-2 lg:grid-cols-3">
      {applicationKinds.map((kind) => (
        <li key={kind}>
          <a
            href={`/admin/clients/new/${kind}`}
            className="grid h-full content-start gap-1 rounded-lg border border-border bg-card p-4 hover:border-foreground"
          >
            <span className="font-semibold">{kinds[kind]}</span>
            <span className="text-sm">{kindHelp[kind]}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
