import { describe, expect, it } from 'vitest';
import { findProviderLogo, providerLogo, providerLogoFolder } from './provider-logo';

const drawing = (color: string) =>
  `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="${color}" d="M0 0h8v8z"/></svg>`).toString('base64')}`;
const [light, dark] = [drawing('#123456'), drawing('#abcdef')];
const provider = (name: string, logo: string | null, logoDark: string | null, enabled = true) =>
  ({ name, logo, logoDark, enabled }) as const;

describe('the logo of a provider (security #126)', () => {
  it('has an address that changes with the picture, and none without one', () => {
    const both = providerLogo(provider('corp', light, dark));
    expect(both?.light).toMatch(/^\/branding\/~providers\/corp\.[\w-]{22}$/);
    expect(both?.dark).not.toBe(both?.light);
    expect(providerLogo(provider('corp', dark, null))?.light).toBe(both?.dark);
    expect(providerLogo(provider('corp', null, dark))).toEqual({ light: both?.dark, dark: both?.dark });
    expect(providerLogo(provider('corp', null, null))).toBeNull();
  });

  it('is found by its address, for any name of the provider, while the provider is enabled and has it', () => {
    const one = provider('a.b', light, dark);
    const off = provider('off', light, null, false);
    const providers = new Map([one, off].map((each) => [each.name, each]));
    const fileOf = (address: string | null | undefined) =>
      String(address).slice(`/branding/${providerLogoFolder}/`.length);
    expect(findProviderLogo(providers, fileOf(providerLogo(one)?.light))?.type).toBe('image/svg+xml');
    expect(findProviderLogo(providers, fileOf(providerLogo(one)?.dark))?.bytes.toString()).toContain('#abcdef');
    const others = [fileOf(providerLogo(off)?.light), 'a.b.x', 'a.b', '', '.', 'unknown.x', `../a.b`, 'a.b.'];
    for (const file of others) expect(findProviderLogo(providers, file)).toBeNull();
  });
});
