import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Facts } from '#components/ui/facts';
import { Panel } from '#components/ui/panel';
import { addressWith } from '#lib/admin/query';
import type { RequestDetail } from '#lib/admin/requests/read-requests';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { CopyButton } from '../copy-button';
import { debugAncestors } from '../debug/debug-tabs';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { ComparisonView } from './comparison-view';

/** A refused request: what was wrong, and how to put it right. */
export function RequestView({ request }: { readonly request: RequestDetail }) {
  const { requests: texts } = adminTexts;
  const { detail } = texts;
  const { clientId, setting, comparison } = request;
  return (
    <>
      <PageHeader
        title={request.description}
        ancestors={debugAncestors('requests')}
        badges={<Badge tone="bad">{request.error}</Badge>}
      />
      <Panel
        title={detail.fix}
        actions={setting?.href && <ButtonLink href={setting.href}>{detail.openSetting}</ButtonLink>}
      >
        <p className="max-w-prose">{request.fix ?? detail.unknownRule}</p>
        {setting && (
          <p className="mt-2 text-muted-foreground text-sm">
            {detail.setting}: <code>{setting.name}</code>
          </p>
        )}
      </Panel>
      {comparison && (
        <Panel title={detail.comparison}>
          <ComparisonView comparison={comparison} />
        </Panel>
      )}
      <Panel
        title={detail.facts}
        actions={
          clientId && (
            <ButtonLink href={addressWith('/admin/debug/requests', {}, { client: clientId })} variant="quiet">
              {detail.more}
            </ButtonLink>
          )
        }
      >
        <RequestFacts request={request} />
      </Panel>
    </>
  );
}

function RequestFacts({ request }: { readonly request: RequestDetail }) {
  const { requests: texts } = adminTexts;
  const { detail } = texts;
  const { clientId, clientName, occurrences } = request;
  const isOnce = occurrences === 1;
  return (
    <Facts
      facts={[
        [
          texts.columns.reference,
          <span key="reference" className="inline-flex flex-wrap items-center gap-2">
            <code>{request.reference}</code>
            <CopyButton text={request.reference} label={texts.copyReference} />
          </span>,
        ],
        [isOnce ? texts.columns.time : detail.first, <Moment key="first" full at={request.createdAt} />],
        [detail.last, isOnce ? null : <Moment key="last" full at={request.lastSeenAt} />],
        [detail.howOften, isOnce ? texts.once : texts.times(occurrences)],
        [detail.where, <code key="where">{request.endpoint}</code>],
        [detail.from, request.network],
        [detail.client, clientId === null ? texts.unknownClient : named(clientName, clientId)],
        [detail.answer, `${request.error}: ${request.description}`],
        [detail.about, request.about && <code key="about">{request.about}</code>],
        [detail.reason, request.reason],
        [detail.rule, <code key="rule">{request.rule}</code>],
      ]}
    />
  );
}

function named(name: string | null, id: string) {
  if (name === null) return id;
  return (
    <>
      <Name>{name}</Name> (<bdi>{id}</bdi>)
    </>
  );
}
