import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { clientFields } from '#lib/clients/schema';
import { providerFields } from '#lib/providers/schema';
import { scopeFields } from '#lib/scopes/schema';
import { portalFields } from '#lib/tenants/portal-schema';
import { linksFields, tenantFields, themeFields } from '#lib/tenants/schema';
import { userFields } from './user-schema';
import type { Wire } from './wire';

const theme = defaultsOf(themeFields, {});
const links = defaultsOf(linksFields, {});

/** What stands for each key when the file leaves it out, as a file would write it. */
const defaults = {
  portal: defaultsOf(portalFields, {}),
  scopes: defaultsOf(scopeFields, {}),
  // What a client may ask for is always said.
  clients: defaultsOf(clientFields, { scope: '', grant_types: undefined, registration_token_hash: null }),
  users: defaultsOf(userFields, { admin: false }),
  identity_providers: defaultsOf(providerFields, {}),
  tenants: defaultsOf(tenantFields, { theme, links }),
};

/** An entry without the keys that have their default. */
export function withoutDefaults(section: keyof typeof defaults, entry: Wire): Wire {
  const kept = omitEqual(entry, defaults[section]);
  if (section !== 'tenants') return kept;
  return {
    ...kept,
    ...('theme' in kept && { theme: omitEqual(kept.theme, theme) }),
    ...('links' in kept && { links: omitEqual(kept.links, links) }),
  };
}

function omitEqual(values: unknown, without: Wire): Wire {
  const entries = typeof values === 'object' && values !== null ? Object.entries(values) : [];
  return Object.fromEntries(
    entries.filter(([key, value]) => without[key] === undefined || !isDeepStrictEqual(value, without[key])),
  );
}

/** @param written the defaults that a file writes in another way than they are stored */
function defaultsOf(fields: Readonly<Record<string, z.ZodType>>, written: Wire): Wire {
  const values = Object.entries(fields).map(([key, field]) => [key, field.safeParse(undefined).data]);
  return { ...Object.fromEntries(values), ...written };
}
