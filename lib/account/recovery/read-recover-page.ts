import type { Context } from '#lib/context';
import { loadInteraction, type OpenInteraction } from '#lib/login/load-interaction';
import type { PageInput } from '#lib/login/sign-in-page';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { type PageFrame, wholeFrame } from '#lib/theme/brand';
import { linkMinutes } from '#lib/users/links/create-link';
import type { IdentifierKind } from '#lib/vocabulary/identifier-kinds';

/** The page for requesting a link after a forgotten password. */
export type RecoverPage = {
  readonly page: 'recover' | 'recover-sent';
  readonly frame: PageFrame;
  /** The waiting sign-in to go back to. Null if there is none. */
  readonly interaction: string | null;
  /** False if recovery by mail is disabled. The page then says whom to ask. */
  readonly isOn: boolean;
  readonly identifiers: readonly IdentifierKind[];
  /** The identifier that was typed on the sign-in page. */
  readonly identifier: string;
  readonly problem: 'missing_identifier' | null;
  /** For how long a link works. */
  readonly minutes: number;
};

type RecoverInput = PageInput & { readonly sent: boolean; readonly problem: string | null };

/** The page /recover. After the form is sent, it says the same to everybody (security #85). */
export async function readRecoverPage(
  context: Context,
  { interaction, cookieHeader, sent, problem }: RecoverInput,
): Promise<RecoverPage> {
  const open = await findSignIn(interaction, cookieHeader, context);
  const { recovery, identifiers } = open?.required.policy ?? policyOf(portalScope, context);
  return {
    page: sent && recovery ? 'recover-sent' : 'recover',
    frame: open?.frame ?? wholeFrame(context.snapshot.brand),
    interaction: open?.handle ?? null,
    isOn: recovery,
    identifiers,
    identifier: open?.interaction.username ?? open?.loginHint ?? '',
    problem: problem === 'missing_identifier' ? problem : null,
    minutes: linkMinutes.recover,
  };
}

/**
 * The sign-in that the person came from. An expired one is ignored, because the account can be recovered without it.
 */
export async function findSignIn(
  interaction: string | null,
  cookieHeader: string | undefined,
  context: Context,
): Promise<OpenInteraction | null> {
  if (interaction === null || interaction === '') return null;
  // Not a refused request: the link of a mail may be opened in another browser.
  const open = await loadInteraction(interaction, cookieHeader, { ...context, explain: () => context.requestId });
  return open.page === 'open' ? open : null;
}
