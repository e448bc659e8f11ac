import leven from 'leven';
import type { DocSection } from './doc-page';

/** The limits of a search. Longer searches are refused, and further words are ignored. */
export const searchLimits = { characters: 100, words: 8, results: 20, perPage: 4 } as const;

/** A part of a text, and whether it matches the search. */
type TextRun = { readonly text: string; readonly isFound: boolean };

export type DocHit = {
  readonly page: string;
  readonly id: string | null;
  readonly heading: string;
  readonly excerpt: readonly TextRun[];
};

/** @returns the words of a search in lower case, each once */
export function splitWords(text: string): readonly string[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, searchLimits.words);
}

/**
 * Finds the sections that contain every word, in the title of their page, their heading or their text. Sections with a
 * word in the heading come first, then those that contain it more often.
 */
export function findSections(
  sections: readonly DocSection[],
  titles: ReadonlyMap<string, string>,
  words: readonly string[],
): readonly DocHit[] {
  if (words.length === 0) return [];
  const scored = sections.flatMap((section) => {
    const score = scoreOf(section, titles.get(section.page) ?? '', words);
    return score === 0 ? [] : [{ section, score }];
  });
  const counts = new Map<string, number>();
  return scored
    .toSorted((a, b) => b.score - a.score)
    .filter(({ section: { page } }) => {
      const count = counts.get(page) ?? 0;
      counts.set(page, count + 1);
      return count < searchLimits.perPage;
    })
    .slice(0, searchLimits.results)
    .map(({ section: { page, id, heading, text } }) => ({ page, id, heading, excerpt: excerptOf(text, words) }));
}

/** The maximum number of occurrences of a word that count. */
const mostTimes = 5;

function countOf(word: string, text: string): number {
  let times = 0;
  for (
    let place = text.indexOf(word);
    place >= 0 && times < mostTimes;
    place = text.indexOf(word, place + word.length)
  ) {
    times += 1;
  }
  return times;
}

const weights = { wholeHeading: 40, heading: 12, beginning: 8, title: 5, text: 1 } as const;

/** 0 if a word is missing. */
function scoreOf({ id, heading, text }: DocSection, title: string, words: readonly string[]): number {
  const [inHeading, inTitle, inText] = [heading.toLowerCase(), title.toLowerCase(), text.toLowerCase()];
  let score = inHeading === words.join(' ') ? weights.wholeHeading : 0;
  for (const word of words) {
    const times = countOf(word, inText);
    const own =
      (inHeading.includes(word) ? weights.heading : 0) +
      (new RegExp(`(^|[^\\p{L}\\p{N}])${escapePattern(word)}`, 'u').test(inHeading) ? weights.beginning : 0) +
      (inTitle.includes(word) ? weights.title : 0) +
      times * weights.text;
    if (own === 0) return 0;
    score += own;
  }
  return id === null ? score + 1 : score;
}

const excerptLength = 180;

/** The text around the first match, split into runs. */
function excerptOf(text: string, words: readonly string[]): readonly TextRun[] {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = first < excerptLength / 2 ? 0 : lower.indexOf(' ', first - excerptLength / 3) + 1;
  const end = text.length - start <= excerptLength ? text.length : text.lastIndexOf(' ', start + excerptLength);
  const shown = text.slice(start, Math.max(end, start + 1));
  return inRuns(`${start > 0 ? '… ' : ''}${shown}${end < text.length ? ' …' : ''}`, words);
}

/** Splits a text at the search words. */
function inRuns(text: string, words: readonly string[]): readonly TextRun[] {
  const pattern = new RegExp(`(${words.map(escapePattern).join('|')})`, 'iu');
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isFound: index % 2 === 1 }))
    .filter((run) => run.text !== '');
}

function escapePattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/**
 * Suggestions for a search without results: words of headings that differ by one or two letters.
 * @returns at most three
 */
export function suggestWords(sections: readonly DocSection[], words: readonly string[]): readonly string[] {
  const known = new Set(sections.flatMap(({ heading }) => heading.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? []));
  const near = words
    .filter((word) => word.length >= 4)
    .flatMap((word) => [...known].map((other) => ({ other, distance: leven(word, other, { maxDistance: 3 }) })))
    .filter(({ distance }) => distance > 0 && distance <= 2);
  return near
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ other }) => other);
}
