import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { severities } from '#lib/admin/checks/checked';
import type { Overview } from '#lib/admin/overview/read-overview';
import { addressWith } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { SeverityBadge } from '../checks/severity-badge';
import { FailedTile } from './tiles';

type AttentionProps = { readonly attention: Overview['attention']; readonly href: string };

/** What the checks found, the gravest first. */
export function Attention({ attention, href }: AttentionProps) {
  const texts = adminTexts.overview.attention;
  const counts = attention && severities.filter((severity) => attention.counts[severity] > 0);
  return (
    <Panel title={texts.title} actions={<ButtonLink href="/admin/checks">{texts.all}</ButtonLink>}>
      {attention === null && <FailedTile href={href} />}
      {attention?.groups.length === 0 && <p className="text-sm">{texts.fine}</p>}
      {attention && counts && counts.length > 0 && (
        <div className="grid gap-4">
          <p className="flex flex-wrap gap-2">
            {counts.map((severity) => (
              <SeverityBadge key={severity} severity={severity} count={attention.counts[severity]} />
            ))}
          </p>
          <ul className="grid gap-3 text-sm">
            {attention.groups.map(({ rule, severity, checks }) => {
              const [title, text] = adminTexts.checks.rules[rule];
              return (
                <li key={rule} className="grid gap-0.5">
                  <span className="flex flex-wrap items-center gap-2">
                    <a
                      href={addressWith('/admin/checks', {}, { rule })}
                      className="font-medium underline underline-offset-4"
                    >
                      {title}
                    </a>
                    <SeverityBadge severity={severity} />
                    <span className="text-muted-foreground">{texts.places(checks.length)}</span>
                  </span>
                  <span className="text-muted-foreground">{text}</span>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </Panel>
  );
}
