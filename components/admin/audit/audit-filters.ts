import { type AuditQuery, auditGroups } from '#lib/admin/audit/read-audit';
import type { ResolvedAudit } from '#lib/admin/audit/resolve-audit';
import { eventLabel } from '#lib/admin/audit/tell-event';
import { auditEventTypes } from '#lib/audit/event-types';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { ListFilter } from '../list/list-toolbar';
import { periodFilter } from '../list/period-filter';
import { reasonText } from '../overview/reason-text';

const texts = adminTexts.audit.filters;
const { outcomes } = adminTexts.audit;

/** The filters of the audit log from its address. Links of the overview set the reason. */
export function auditFilters(asked: AuditQuery, names: ResolvedAudit['names']): readonly ListFilter[] {
  const { reason } = asked;
  return [
    periodFilter({ ...asked, label: texts.range, fallback: '24h', ranges: texts.ranges, typed: texts.typedPeriod }),
    { name: 'actor', label: texts.actor, value: names.actor ?? asked.actor, pick: 'user' },
    { name: 'client', label: texts.client, value: asked.client, pick: 'client', told: names.client },
    {
      name: 'group',
      label: texts.group,
      value: asked.group,
      options: auditGroups.map((group) => [group, texts.groups[group] ?? group] as const),
    },
    {
      name: 'type',
      label: texts.type,
      value: asked.type,
      options: auditEventTypes.map((type) => [type, eventLabel(type)] as const),
    },
    ...(reason === null
      ? []
      : [{ name: 'reason', label: texts.reason, value: reason, options: [[reason, reasonText(reason)]] } as const]),
    { name: 'outcome', label: texts.outcome, value: asked.outcome, options: Object.entries(outcomes) },
    ...(['target', 'provider', 'address', 'request'] as const).map((name) => ({
      name,
      label: texts[name],
      value: asked[name],
    })),
  ];
}
