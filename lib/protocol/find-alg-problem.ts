import type { Client } from '#lib/clients/client';
import { messageRules } from '#lib/clients/security-profile/message-rules';
import type { RefusalFacts } from '#lib/explain/refusal';

type Registered = {
  /** The algorithm that the client registered. Null if it may use any that its profile allows. */
  readonly alg: string | null;
  /** The key of that setting. */
  readonly setting: string;
};

/**
 * Why a client may not sign with an algorithm: it registered another one (OpenID Connect Dynamic Client Registration
 * §2), or its profile does not allow it (FAPI 2.0 Security Profile §5.4.1). Null if it may.
 */
export function findAlgProblem(
  received: unknown,
  { alg, setting }: Registered,
  { clientId, securityProfile }: Pick<Client, 'clientId' | 'securityProfile'>,
): RefusalFacts | null {
  const registered = alg === null ? messageRules[securityProfile].algs : [alg];
  if (registered.some((one) => one === received)) return null;
  const facts = { name: 'alg', received: String(received), registered, clientId };
  if (alg !== null) return { reason: 'the client registered another alg', setting, ...facts };
  return { reason: 'the profile of the client does not allow this alg', setting: 'security_profile', ...facts };
}
