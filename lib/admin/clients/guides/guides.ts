import { parse } from 'yaml';
import { z } from 'zod';
import type { AdminContext } from '../../admin-context';
import type { ApplicationKind } from '../application-kind';
import type { ClientDetail } from '../read';
import { fillTemplate } from './fill-template';
import { guideSources } from './generated/sources';
import type { Guide, GuideFacts } from './guide';
import { highlight } from './highlight';

/** The guides in this folder, in the order of the page. */
const order: Readonly<Record<ApplicationKind | 'api', readonly string[]>> = {
  web: [
    'next',
    'next-auth-5',
    'auth-js',
    'express',
    'passport',
    'spring',
    'aspnet',
    'django',
    'python',
    'go',
    'rust',
    'oauth2-proxy',
    'nginx',
    'apache',
    'grafana',
    'gitlab',
    'argo-cd',
  ],
  spa: ['oidc-client-ts', 'react', 'vue', 'angular'],
  native: ['apple', 'android', 'kubernetes'],
  device: ['shell'],
  machine: ['curl', 'node', 'python', 'go', 'java', 'dotnet'],
  api: ['spring', 'aspnet', 'mcp'],
};

/** The guides for a kind of application, or for an API that accepts our access tokens, with the values filled in. */
export function guidesFor(kind: ApplicationKind | 'api', facts: GuideFacts): readonly Guide[] {
  return order[kind].map((id) => {
    const { files, ...guide } = getTemplate(`${kind}/${id}`);
    return {
      ...guide,
      files: files.map(({ name, language, template }) => {
        const code = fillTemplate(template, facts);
        return { name, language, code, runs: highlight(code, language) };
      }),
    };
  });
}

const parsed = new Map<string, GuideTemplate>();

function getTemplate(path: string): GuideTemplate {
  const known = parsed.get(path);
  if (known) return known;
  const source = guideSources[path];
  if (source === undefined) throw new Error(`there is no guide ${path}`);
  const guide = parseGuide(path, source);
  parsed.set(path, guide);
  return guide;
}

/** A guide before its values are filled in. */
type GuideTemplate = Omit<Guide, 'files'> & {
  readonly files: readonly { readonly name: string; readonly language: string; readonly template: string }[];
};

const facts = z.strictObject({
  title: z.string(),
  callback_path: z.string().optional(),
  install: z.string().optional(),
  access: z.string().optional(),
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
  const { callback_path, install, access, ...rest } = facts.parse(parse(front));
  return {
    id: path.slice(path.indexOf('/') + 1),
    callbackPath: callback_path ?? null,
    install: install ?? null,
    access: access ?? null,
    ...rest,
    files: [...files.matchAll(block)].map(({ groups: { language = '', name = '', template = '' } = {} }) => ({
      language,
      name,
      template,
    })),
  };
}

/** A guide asks for this many scopes of a client at most. Each of its files repeats them. */
const mostScopes = 20;

/** The values for the guides of a client. */
export function guideFacts({ settings }: AdminContext, client: ClientDetail): GuideFacts {
  const { redirect_uris: uris, scope } = client.settings;
  const redirectUri: unknown = Array.isArray(uris) ? uris[0] : '';
  return {
    issuer: settings.issuer,
    clientId: client.clientId,
    redirectUri: typeof redirectUri === 'string' ? redirectUri : '',
    scope: typeof scope === 'string' ? scope.split(' ').slice(0, mostScopes).join(' ') : '',
  };
}

/**
 * The redirect URI that a library uses, if the client has not registered it.
 * @param callbackPath the path that the library uses, or its whole address if it chooses the origin too
 * @returns null if it is registered. `uri` is null if the origin is unknown, because the client has no web address
 */
export function expectedRedirectUri(
  registered: readonly string[],
  callbackPath: string,
): { readonly uri: string | null } | null {
  if (!callbackPath.startsWith('/')) return registered.includes(callbackPath) ? null : { uri: callbackPath };
  const addresses = registered.filter((uri) => /^https?:/.test(uri) && URL.canParse(uri)).map((uri) => new URL(uri));
  if (addresses.some(({ pathname }) => pathname === callbackPath)) return null;
  const [first] = addresses;
  return { uri: first === undefined ? null : first.origin + callbackPath };
}
