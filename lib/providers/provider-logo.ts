import { type LogoFile, logoHash, parseLogo } from '#lib/pictures/logo';
import type { BrandImage } from '#lib/theme/brand';
import type { IdentityProvider } from './provider';

type Pictures = Pick<IdentityProvider, 'name' | 'logo' | 'logoDark'>;

/** The folder for pictures of providers. No tenant name begins with `~`. */
export const providerLogoFolder = '~providers';

/** Hashing a picture takes longer than rendering a button, so it is done once for each provider of a configuration. */
const known = new WeakMap<Pictures, BrandImage | null>();

/** The addresses of a provider's logo on this server. Null without one. */
export function providerLogo(provider: Pictures): BrandImage | null {
  const found = known.get(provider);
  if (found !== undefined) return found;
  const dark = addressOf(provider.name, provider.logoDark);
  const light = addressOf(provider.name, provider.logo) ?? dark;
  const logo = light === null ? null : { light, dark };
  known.set(provider, logo);
  return logo;
}

/** The picture at an address. Null if the provider has no such picture (any more), or is disabled. */
export function findProviderLogo(
  providers: ReadonlyMap<string, Pictures & Pick<IdentityProvider, 'enabled'>>,
  file: string,
): LogoFile | null {
  const end = file.lastIndexOf('.');
  const provider = providers.get(file.slice(0, Math.max(0, end)));
  if (!provider?.enabled) return null;
  const pictures = [provider.logo, provider.logoDark].flatMap((text) => (text === null ? [] : (parseLogo(text) ?? [])));
  return pictures.find((picture) => logoHash(picture) === file.slice(end + 1)) ?? null;
}

function addressOf(name: string, picture: string | null): string | null {
  const file = picture === null ? null : parseLogo(picture);
  return file === null ? null : `/branding/${providerLogoFolder}/${name}.${logoHash(file)}`;
}
