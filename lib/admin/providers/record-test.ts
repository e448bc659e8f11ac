import { recordEvents } from '#lib/audit/event-store';
import type { IdentityProvider } from '#lib/providers/provider';
import { type AdminContext, authorshipOf } from '../admin-context';

export async function recordTest(
  admin: AdminContext,
  { name, displayName }: Pick<IdentityProvider, 'name' | 'displayName'>,
  outcome: 'success' | 'failure',
): Promise<void> {
  const { actor, address = null, requestId = null, reason } = authorshipOf(admin);
  const target = { kind: 'identity_provider', id: name, name: displayName };
  const event = { type: 'identity_provider.tested', outcome, actor, target, address, requestId } as const;
  await recordEvents(admin.db, [{ ...event, details: { ...(reason && { reason }) } }], admin.now);
}
