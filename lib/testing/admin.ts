import type { AdminContext } from '#lib/admin/admin-context';
import { type PostedFields, readFormData } from '#lib/admin/read-form';
import { getSnapshot, startSnapshot, stopSnapshot } from '#lib/snapshot/current';
import { createTestProvider, type FormFields, type TestProvider } from './provider';

/** A provider with an administrator. */
export type TestAdmin = {
  readonly provider: TestProvider;
  /**
   * The context for a call of an admin function at the current time.
   * @param name the administrator
   */
  readonly admin: (name?: string) => Promise<AdminContext>;
  readonly close: () => Promise<void>;
};

export async function createTestAdmin(
  file: object,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestAdmin> {
  const provider = await createTestProvider(file, environment);
  const { db, settings, now } = provider.context();
  await startSnapshot({ db, secret: settings.secret, now });
  return {
    provider,
    admin: async (name = 'root') => {
      const context = provider.context();
      const principal = {
        kind: 'session',
        sub: `sub-${name}`,
        name,
        role: 'owner',
        sid: 'sid',
      } as const;
      const snapshot = await getSnapshot(context.now);
      return {
        ...context,
        snapshot,
        principal,
        proof: { provedAt: context.now, usedAt: null },
        clientAddress: '192.0.2.7',
        source: 'area',
      };
    },
    close: async () => {
      stopSnapshot();
      await provider.close();
    },
  };
}

/** The form data that a page would post. */
export function postedForm(fields: FormFields): PostedFields {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) data.append(name, one);
  }
  return readFormData(data);
}
