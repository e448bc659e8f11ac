import type { Context } from '#lib/context';
import { type AskedLevel, type FactorPolicy, nothingAsked } from '#lib/factors/decide-factor';
import { isSignInFresh, signedInAt } from '#lib/factors/fresh-sign-in';
import { missingFactor, type SessionFacts } from '#lib/interactions/next-step';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import type { Portal, Tenant } from '#lib/tenants/schema';
import { highest } from '#lib/vocabulary/acr-levels';
import { policyOf, portalScope } from './policy-of';

type Configuration = Pick<Context, 'snapshot' | 'settings'>;

/** Whether a token with this scope may administer. */
export function administers(scope: readonly string[]): boolean {
  return scope.some(isAdminScope);
}

/** The level that the administration asks for. A trusted device spares nobody there. */
export function administrationLevel({ adminSecondFactor }: Pick<Portal, 'adminSecondFactor'>) {
  return { must: adminSecondFactor === 'required' ? 2 : 0, sparesNobody: true } as const;
}

type Requirements<Policy extends FactorPolicy> = { readonly policy: Policy; readonly asked: AskedLevel };

/**
 * What a sign-in for a token that administers requires: at least what the administration does. A client's tenant can only
 * make that stricter.
 */
export function asAdministration<Policy extends FactorPolicy>(
  { policy, asked }: Requirements<Policy>,
  tenant: Tenant | null,
  context: Configuration,
): Requirements<Policy> {
  const { must, sparesNobody } = administrationLevel(context.snapshot.portal);
  const { secondFactor } = policyOf({ tenant, isOwnTenant: false }, context);
  return {
    policy: { ...policy, secondFactor },
    asked: { ...asked, must: highest(asked.must, must), sparesNobody },
  };
}

/**
 * Whether a sign-in gives too little for a scope. A token that administers is granted to a person only after a sign-in of
 * at most 5 minutes, with the level that the administration asks for (decision 021). Each flow asks for that before; this
 * guards the grant itself. What follows from a grant, by a refresh or an exchange, keeps what its sign-in proved.
 */
export function isTooWeakFor(
  scope: readonly string[],
  { authTime, proofs, factors }: Pick<SessionFacts, 'authTime' | 'proofs' | 'factors'>,
  context: Configuration & Pick<Context, 'now'>,
): boolean {
  if (!administers(scope)) return false;
  const policy = policyOf(portalScope, context);
  const required = asAdministration({ policy, asked: nothingAsked }, null, context);
  const { now } = context;
  const isFresh = isSignInFresh(signedInAt({ authTime, proofs }), now);
  return !isFresh || missingFactor(required, { proofs, factors, isSpared: false }, now) !== null;
}
