import { parse } from 'yaml';
import { z } from 'zod';
import type { Guide } from './guide';

/** A guide before its values are filled in. */
export type GuideTemplate = Omit<Guide, 'files'> & {
  readonly files: readonly { readonly name: string; readonly language: string; readonly template: string }[];
};

const facts = z.strictObject({
  title: z.string(),
  callback_path: z.string().optional(),
  install: z.string().optional(),
  trouble: z.strictObject({ sign: z.string(), remedy: z.string() }),
  registered: z.string(),
  proof: z.string(),
});

const shape = /^---\n(?<facts>.*?)\n---\n(?<files>.*)$/s;
const block = /^```(?<language>\S+) (?<name>.+)\n(?<template>[\s\S]*?)\n```$/gm;

/**
 * Parses a guide: Markdown with facts at the start, and one code block for each file. The block has the language and
 * the file name. Its text is a template for `fillTemplate()`.
 * @param path its folder and name without the extension
 */
export function parseGuide(path: string, source: string): GuideTemplate {
  const { facts: front = '', files = '' } = shape.exec(source)?.groups ?? {};
  const { callback_path, install, ...rest } = facts.parse(parse(front));
  return {
    id: path.slice(path.indexOf('/') + 1),
    callbackPath: callback_path ?? null,
    install: install ?? null,
    ...rest,
    files: [...files.matchAll(block)].map(({ groups: { language = '', name = '', template = '' } = {} }) => ({
      language,
      name,
      template,
    })),
  };
}
