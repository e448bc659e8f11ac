import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import type { CheckGroup } from '#lib/admin/checks/read';
import { texts as checksTexts } from '#lib/admin/checks/texts';
import type { Overview } from '#lib/admin/overview/read-overview';
import { addressWith } from '#lib/admin/query';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { SeverityBadge } from '../severity-badge';
import { FailedPart } from './failed-part';

type AttentionProps = { readonly attention: Overview['attention']; readonly href: string };

/** The most severe findings of the checks, each with a way to fix it. */
export function Attention({ attention, href }: AttentionProps) {
  const texts = adminTexts.overview.attention;
  return (
    <Panel title={texts.title} actions={<ButtonLink href="/admin/checks">{texts.all}</ButtonLink>}>
      {attention === null && <FailedPart href={href} />}
      {attention?.groups.length === 0 && <p className="text-sm">{texts.fine}</p>}
      {attention !== null && attention.groups.length > 0 && (
        <ul className="grid gap-2 text-sm">
          {attention.groups.map((group) => (
            <Finding key={group.rule} group={group} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Finding({ group: { rule, severity, checks } }: { readonly group: CheckGroup }) {
  const texts = adminTexts.overview.attention;
  const [title] = checksTexts.rules[rule];
  const list = addressWith('/admin/checks', {}, { rule });
  const [first, ...others] = checks;
  const fix = first !== undefined && others.length === 0 ? first.href : list;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <SeverityBadge severity={severity} />
      <a href={list} className="min-w-0 font-medium underline-offset-4 hover:underline">
        {title}
      </a>
      <span className="text-muted-foreground">{texts.affected(formatNumber(checks.length))}</span>
      <ButtonLink href={fix} size="small" className="ms-auto" aria-label={texts.fixLabel(title)}>
        {texts.fix}
      </ButtonLink>
    </li>
  );
}
