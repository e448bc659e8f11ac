import { brandLinks } from '#lib/i18n/brand-links';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { Brand, PageFrame } from '#lib/theme/brand';
import { logoSources } from '#lib/theme/logo-sources';
import { type Html, html, joinHtml, ownMarkup } from './html-escape';
import { mark } from './html-mark';

/** A tenant's style element, whose text the page's policy allows by its hash. */
export function brandStyle({ brand }: PageFrame): Html {
  return brand === null ? html`` : ownMarkup(`<style>${brand.css}</style>`);
}

/** Whose page it is: the tenant's picture, its first letter and name, or the portal's own mark. */
export function logoHtml({ brand }: PageFrame, locale: Locale): Html {
  if (brand === null) return html`${mark}${translate(locale, 'portal.name')}`;
  const name = displayText(brand.name);
  if (brand.logo !== null) return pictureHtml(brand.logo, brand.mode, name);
  return html`<span class="tile" aria-hidden="true">${Array.from(name)[0] ?? ''}</span>${name}`;
}

/** Links of the tenant, in the same order on every page (WCAG 3.2.6); nothing for the portal itself. */
export function footHtml({ brand }: PageFrame, locale: Locale): Html {
  const links = brandLinks(brand, locale);
  if (links.length === 0) return html``;
  const items = links.map(({ text, href }) => html`<li><a href="${href}" rel="noreferrer">${text}</a></li>`);
  return html`<footer class="foot"><ul>${joinHtml(items)}</ul></footer>`;
}

function pictureHtml(logo: NonNullable<Brand['logo']>, mode: Brand['mode'], name: string): Html {
  const { plain, dark, needsPlate } = logoSources(logo, mode);
  const source = dark === null ? html`` : html`<source media="(prefers-color-scheme: dark)" srcset="${dark}">`;
  const plate = needsPlate ? ownMarkup(' class="plate"') : html``;
  return html`<picture${plate}>${source}<img src="${plain}" alt="${name}"></picture>`;
}
