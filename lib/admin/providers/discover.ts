import { problemsOf } from '#lib/config/problem';
import { fetchMetadata, type ProviderMetadata } from '#lib/federation/provider-metadata';
import { translateError, type UpstreamProblem } from '#lib/federation/upstream-error';
import { sentenceOf } from '#lib/i18n/admin/problems';
import { isOutboundError } from '#lib/outbound/outbound-error';
import { isSharedIssuer, providerFields } from '#lib/providers/schema';
import { expectation } from '#lib/vocabulary/expectation';
import type { AdminContext } from '../admin-context';

/** The metadata of a provider, or the reason why it could not be read. */
export type Discovery =
  | { readonly issuer: string; readonly metadata: ProviderMetadata }
  | { readonly issuer: string; readonly problem: UpstreamProblem | 'refused' | 'no_issuer'; readonly reason: string };

/**
 * Fetches the metadata of an issuer. The HTTP client refuses private addresses (security #123).
 * @param tenants those of a stored provider; of a new one, they are typed later
 */
export async function discover(
  { settings }: AdminContext,
  typed: string,
  tenants?: readonly string[],
): Promise<Discovery> {
  const parsed = providerFields.issuer.safeParse(typed, { error: expectation });
  const issuer = parsed.data ?? null;
  if (issuer === null) {
    const [issue] = problemsOf(parsed.error?.issues ?? []);
    const empty = { code: 'issuer_missing' };
    const { text } = sentenceOf({ ...(issue ?? empty), field: 'issuer' }, 'identity_providers');
    return { issuer: typed, problem: 'no_issuer', reason: text };
  }
  try {
    return {
      issuer,
      metadata: await fetchMetadata(
        { issuer, allowedTenants: tenants ?? (isSharedIssuer(issuer) ? ['any'] : []) },
        settings,
      ),
    };
  } catch (error) {
    const { code, message } = translateError(error);
    const isRefused = isOutboundError(error) && error.code === 'refused';
    return { issuer, problem: isRefused ? 'refused' : code, reason: message };
  }
}
