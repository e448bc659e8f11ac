import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from 'playwright/test';

type Look = {
  readonly colorScheme: 'light' | 'dark';
  readonly viewport: { readonly width: number; readonly height: number };
};

type Rules = readonly string[] | 'all';

/** A language, and the looks in which each page is checked before the next one is opened. */
export type Walk = {
  readonly name: string;
  readonly language: string;
  readonly looks: readonly Look[];
  /** The axe rules of the first look. */
  readonly rules: Rules;
  /** The axe rules of the other looks: the colors are the same in every language. */
  readonly laterRules: readonly string[];
};

const desktop = { width: 1280, height: 800 };
const narrow = { width: 320, height: 640 };

/** Rules that depend on the look. All others depend on the markup, which is the same in every look. */
const sizeRules = ['scrollable-region-focusable', 'target-size'];
const colorRules = ['color-contrast', 'link-in-text-block'];
/** Rules that axe leaves off: what is shown is part of the name (WCAG 2.5.3), and nothing is too small (2.5.8). */
const furtherRules = ['label-content-name-mismatch', 'target-size'];
const languageRules = ['html-has-lang', 'html-lang-valid', 'valid-lang'];

const english: Walk = {
  name: 'English',
  language: 'en',
  looks: [
    { colorScheme: 'light', viewport: desktop },
    { colorScheme: 'dark', viewport: narrow },
  ],
  rules: 'all',
  laterRules: [...sizeRules, ...colorRules],
};

/** One language that is written from left to right and one from right to left, for the pages that everybody sees. */
export const walks: readonly Walk[] = [
  english,
  {
    name: 'Arabic',
    language: 'ar',
    looks: [{ colorScheme: 'light', viewport: narrow }],
    rules: [...sizeRules, ...languageRules],
    laterRules: [],
  },
];

/** Sets the language at the server. */
export async function speak(page: Page, issuer: string, { language }: Walk): Promise<void> {
  await page.goto(`${issuer}/?locale=${language}`);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/**
 * Checks in each look that axe finds no violation of WCAG 2.2 AA and its best practices, that nothing moves for people
 * who asked for less motion (2.3.3), that nothing scrolls sideways (1.4.10), and that the focus is visible, also with
 * forced colors (2.4.7). On a narrow screen nothing scrolls sideways in either direction, even if every text is a third
 * longer. The page is left in the last look.
 */
export async function expectAccessible(page: Page, { looks, rules, laterRules }: Walk = english): Promise<void> {
  for (const [index, { colorScheme, viewport }] of looks.entries()) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const where = `${page.url()}, ${colorScheme}, ${viewport.width} px`;
    expect(await page.evaluate(() => document.getAnimations().length), where).toBe(0);
    expect(await findViolations(page, index === 0 ? rules : laterRules, colorScheme), where).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), where).toBe(true);
    // The browser shows the focus only after a key was pressed.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(findUnfocused), where).toEqual([]);
  }
  expect(await page.evaluate(findMoving), page.url()).toEqual([]);
  expect(await page.evaluate(findOverflow), page.url()).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await page.evaluate(findUnfocused), `${page.url()}, forced colors`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

/**
 * Waits for a page, and checks it with axe in both color schemes. Its markup does not depend on scripts, which axe is.
 * lib/account/looked-pages.test.ts asks that each page is looked at.
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  await expect(page.locator(`main[data-page=${name}]`)).toBeVisible();
  if (test.info().project.use.javaScriptEnabled === false) return;
  expect(await listViolations(page), name).toEqual([]);
  await page.emulateMedia({ colorScheme: null });
}

/** What axe finds in both color schemes, in the window as it is. */
export async function listViolations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await findViolations(page, colorScheme === 'light' ? 'all' : colorRules, colorScheme);
    found.push(...violations.map((one) => `${page.url()}, ${colorScheme}: ${one}`));
  }
  return found;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const selectors = [
  { id: 'color-contrast', selector: '[data-new-colors]' },
  // A column of a chart is as wide as its time: its presentation is essential (WCAG 2.2, 2.5.8).
  { id: 'target-size', selector: '*:not([data-column])' },
];

/** The combinations of colors that this worker has checked, by color scheme: most of axe's time went to repetitions. */
const knownColors: Record<Look['colorScheme'], string[]> = { light: [], dark: [] };

/**
 * Runs in the page. Marks the first element of each combination of a text's color and size with the backgrounds behind
 * it that is not known yet. Only these are checked for their contrast.
 * @returns the new combinations
 */
function markNewColors(known: readonly string[]): string[] {
  const seen = new Set(known);
  const found: string[] = [];
  const behind = new Map<Element | null, string>([[null, '']]);
  for (const element of document.querySelectorAll('html, body, body *')) {
    element.removeAttribute('data-new-colors');
    const style = getComputedStyle(element);
    const { backgroundColor, backgroundImage, opacity, filter, position } = style;
    const paints =
      backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none' || opacity !== '1' || filter !== 'none';
    const own =
      paints || position !== 'static' ? `${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${position};` : '';
    behind.set(element, (behind.get(element.parentElement) ?? '') + own);
    const isControl = element.matches('input, select, textarea');
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== '');
    const { width } = element.getBoundingClientRect();
    if (!(isControl || hasText) || width < 2 || !element.checkVisibility({ visibilityProperty: true })) continue;
    const isExempt = element.closest(':disabled, [aria-disabled=true], label:has(:disabled)') !== null;
    const { color, fontSize, fontWeight, textShadow } = style;
    const colors = [behind.get(element), color, fontSize, fontWeight, textShadow, isControl, isExempt].join('|');
    if (seen.has(colors)) continue;
    seen.add(colors);
    found.push(colors);
    element.setAttribute('data-new-colors', '');
  }
  return found;
}

/** The pages that load axe by themselves. */
const prepared = new WeakSet<Page>();

/** Loads axe here, and in all pages that follow: a script that comes before a page is compiled once, not in each page. */
async function loadAxe(page: Page): Promise<void> {
  const script = `${axe};axe.configure(${JSON.stringify({ rules: selectors })})`;
  await page.evaluate(script);
  if (!prepared.has(page)) await page.addInitScript(script);
  prepared.add(page);
}

/**
 * Runs rules of axe. `AxeBuilder` would load axe into the page twice in each look and also return the rules that
 * passed. It only adds support for frames of other origins, and these pages have none.
 * @returns the rule and the elements of each violation
 */
async function findViolations(page: Page, rules: Rules, scheme: Look['colorScheme']): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await loadAxe(page);
  const checksColors = rules === 'all' || rules.includes('color-contrast');
  const newColors = checksColors ? await page.evaluate(markNewColors, knownColors[scheme]) : [];
  knownColors[scheme].push(...newColors);
  const options = {
    reporter: 'no-passes',
    resultTypes: ['violations'],
    // What a frame shows is a page that is checked by itself. On a busy machine axe gave up waiting for it.
    iframes: false,
    // Without elements too the rule would look at the whole page first.
    ...(rules === 'all'
      ? { rules: { ...enabled(furtherRules), 'color-contrast': { enabled: newColors.length > 0 } } }
      : { runOnly: rules.filter((rule) => rule !== 'color-contrast' || newColors.length > 0) }),
  };
  // What has the focus may have been scrolled to at any time, and the top bar then covers what is above it.
  return page.evaluate(`window.scrollTo(0, 0); axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);
}

function enabled(rules: readonly string[]) {
  return Object.fromEntries(rules.map((rule) => [rule, { enabled: true }]));
}

/**
 * Runs in the page.
 * @returns the elements that do not show that they have the focus
 */
function findUnfocused(): string[] {
  const found: string[] = [];
  const controls = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary');
  for (const element of controls) {
    element.focus({ preventScroll: true });
    if (document.activeElement !== element || element.tabIndex < 0) continue;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    if (!isSeen) found.push(element.outerHTML.slice(0, 120));
    element.blur();
  }
  return found;
}

/**
 * Runs in the page.
 * @returns the elements that are cut off, in either direction, if each text is a third longer
 */
function findOverflow(): string[] {
  const root = document.documentElement;
  const direction = root.dir;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const restore: (() => void)[] = [];
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.nodeValue ?? '';
    if (text.trim() === '' || node.parentElement?.closest('script, style, pre')) continue;
    restore.push(() => {
      node.nodeValue = text;
    });
    // The added words are as long as the longest ones of any language.
    const more = '~'.repeat(Math.ceil(text.length / 3)).replace(/.{20}/g, '$& ');
    node.nodeValue = `${text} ${more}`;
  }
  const found = ['ltr', 'rtl'].flatMap((dir) => {
    root.dir = dir;
    if (root.scrollWidth <= window.innerWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left < 0 || right > window.innerWidth;
    });
    return wide.map((element) => `${dir}: ${element.outerHTML.slice(0, 120)}`);
  });
  root.dir = direction;
  for (const undo of restore) undo();
  return found;
}

/**
 * Runs in the page.
 * @returns the elements that move when they change
 */
function findMoving(): string[] {
  const moving = [...document.querySelectorAll('*')].filter((element) => {
    const { transitionDuration, transitionProperty } = getComputedStyle(element);
    return transitionProperty !== 'none' && transitionDuration.split(', ').some((time) => time !== '0s');
  });
  return moving.map((element) => element.outerHTML.slice(0, 120));
}
