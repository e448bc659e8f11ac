import type { ApplicationKind } from '../application-kind';
import { fillTemplate } from './fill-template';
import { guideSources } from './generated/sources';
import type { Guide, GuideFacts } from './guide';
import { highlight } from './highlight';
import { type GuideTemplate, parseGuide } from './parse-guide';

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
