import { common, createLowlight } from 'lowlight';
import type { CodeRun } from './guide';

const lowlight = createLowlight(common);

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/**
 * Splits code into runs of text, each with its kind of token. For a language without a grammar, there is one plain run.
 */
export function highlight(code: string, language: string): readonly CodeRun[] {
  if (!lowlight.registered(language)) return [{ text: code, kind: null }];
  return lowlight.highlight(language, code).children.flatMap((node) => toRuns(node, null));
}

function toRuns(node: Node, kind: string | null): readonly CodeRun[] {
  if (node.type === 'text') return [{ text: node.value, kind }];
  if (node.type !== 'element') return [];
  const { className } = node.properties;
  const inner = Array.isArray(className) ? String(className[0]).replace(/^hljs-/, '') : kind;
  return node.children.flatMap((child) => toRuns(child, inner));
}
