import { type AuditQuery, auditGroups } from '#lib/admin/audit/read-audit';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { ListFilter } from '../list/list-toolbar';
import { periodFilter } from '../list/period-filter';
import { reasonText } from '../overview/reason-text';
import { sentenceOf } from './audit-table';

const texts = adminTexts.audit.filters;
const { outcomes } = adminTexts.audit;

/** The conditions of the audit log. A type of event and a reason are those of the overview's links. */
export function auditFilters(asked: AuditQuery): readonly ListFilter[] {
  const { type, reason } = asked;
  return [
    periodFilter({ ...asked, label: texts.range, fallback: '24h', ranges: texts.ranges }),
    ...(type === null ? [] : [one('type', texts.type, [type, sentenceOf(type)])]),
    ...(reason === null ? [] : [one('reason', texts.reason, [reason, reasonText(reason)])]),
    {
      name: 'group',
      label: texts.group,
      value: asked.group,
      options: auditGroups.map((group) => [group, group.replaceAll('_', ' ')] as const),
    },
    { name: 'outcome', label: texts.outcome, value: asked.outcome, options: Object.entries(outcomes) },
    ...(['client', 'actor', 'target', 'address', 'request'] as const).map((name) => ({
      name,
      label: texts[name],
      value: asked[name],
    })),
  ];
}

function one(name: string, label: string, option: readonly [value: string, label: string]): ListFilter {
  return { name, label, value: option[0], options: [option] };
}
