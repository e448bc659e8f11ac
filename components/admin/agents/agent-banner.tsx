import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import type { AdminAction } from '#lib/admin/action-state';
import type { AgentLine } from '#lib/admin/agents/list-agents';
import { clientPath } from '#lib/admin/entries/entry-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';
import { agentActionPath } from './agent-action-path';
import { TrustBadge } from './trust-badge';

type AgentBannerProps = {
  readonly agent: AgentLine;
  /** The action for a decision, or null if the person may not decide. */
  readonly review: AdminAction | null;
  readonly csrf: string;
};

/** The trust of an agent, and the possible decisions. */
export function AgentBanner({ agent: { clientId, source, trust, awaitsApproval }, review, csrf }: AgentBannerProps) {
  const { banner, menu } = adminTexts.agents;
  return (
    <Notice tone={trust === 'blocked' ? 'bad' : trust === 'approved' ? 'neutral' : 'warning'}>
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {banner.title[source]} <TrustBadge trust={trust} awaitsApproval={awaitsApproval} />
      </p>
      <p>{awaitsApproval ? banner.waiting : banner.text[trust]}</p>
      {review && (
        <div className="flex flex-wrap items-center gap-2 pt-2">
          {trust !== 'approved' && (
            <ButtonLink href={agentActionPath('approve', clientId)} size="small">
              {menu.approve}
            </ButtonLink>
          )}
          {trust === 'blocked' ? (
            <ButtonLink href={agentActionPath('unblock', clientId)} size="small">
              {menu.unblock}
            </ButtonLink>
          ) : (
            <>
              <ButtonLink href={agentActionPath('block', clientId)} size="small">
                {menu.block}
              </ButtonLink>
              <ButtonLink href={clientPath(clientId, 'access')} size="small">
                {menu.limit}
              </ButtonLink>
              <ButtonLink href={agentActionPath('end', clientId)} size="small">
                {menu.end}
              </ButtonLink>
            </>
          )}
          {trust !== 'blocked' && (
            <ActionForm action={review} csrf={csrf} hidden={{ client_id: clientId }} label={banner.review}>
              <SubmitButton variant="secondary" size="small">
                {banner.review}
              </SubmitButton>
            </ActionForm>
          )}
        </div>
      )}
    </Notice>
  );
}
