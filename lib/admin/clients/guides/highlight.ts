import { common, createLowlight } from 'lowlight';
import type { CodeRun } from './guide';

const lowlight = createLowlight(common);

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** Code as runs of text, each with the kind of token that it is; one plain run for a language without a grammar. */
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
