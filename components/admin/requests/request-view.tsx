import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Facts } from '#components/ui/facts';
import { Panel } from '#components/ui/panel';
import { clientPath } from '#lib/admin/entries/entry-path';
import { addressWith } from '#lib/admin/query';
import { plainText } from '#lib/admin/requests/plain-text';
import type { RequestDetail } from '#lib/admin/requests/read-requests';
import { requestPath, requestsPath } from '#lib/admin/requests/request-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { CopyButton } from '../copy-button';
import { debugAncestors } from '../debug-header';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { ComparisonView } from './comparison-view';

type RequestViewProps = { readonly request: RequestDetail; readonly canEdit: boolean };

/** A refused request: its problem and how to fix it. */
export function RequestView({ request, canEdit }: RequestViewProps) {
  const { detail, fixes } = adminTexts.requests;
  const { clientId, setting, comparison, quickFix, fixed, simulated } = request;
  return (
    <>
      <PageHeader
        title={request.description}
        ancestors={debugAncestors('requests')}
        badges={
          <>
            <Badge tone="bad">{request.error}</Badge>
            {fixed !== null && <Badge tone="good">{detail.fixed}</Badge>}
          </>
        }
        actions={
          <>
            {canEdit && quickFix && (
              <ButtonLink href={`${requestPath(request.reference)}/fix`} variant="primary">
                {fixes[quickFix.kind].offer}
              </ButtonLink>
            )}
            {simulated && (
              <ButtonLink href={addressWith('/admin/debug/simulator', {}, { address: simulated })}>
                {detail.simulate}
              </ButtonLink>
            )}
            <CopyButton text={plainText(request)} label={detail.copyForDeveloper} shown={detail.copyForDeveloper} />
          </>
        }
      />
      <Panel
        title={fixed === null ? detail.fix : detail.fixed}
        actions={setting?.href && <ButtonLink href={setting.href}>{detail.openSetting}</ButtonLink>}
      >
        <p className="max-w-prose">{fixed === null ? (request.fix ?? detail.unknownRule) : fixes[fixed].done}</p>
        {setting && (
          <p className="mt-2 text-muted-foreground text-sm">
            {detail.setting}: <code>{setting.name}</code>
          </p>
        )}
      </Panel>
      {comparison && (
        <Panel title={detail.comparison}>
          <ComparisonView comparison={comparison} isFixed={fixed !== null} />
        </Panel>
      )}
      <Panel
        title={detail.facts}
        actions={
          clientId && (
            <ButtonLink href={addressWith(requestsPath, {}, { client: clientId })} variant="quiet">
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
      <a href={clientPath(id)} className="underline underline-offset-4">
        <Name>{name}</Name>
      </a>{' '}
      (<bdi>{id}</bdi>)
    </>
  );
}
