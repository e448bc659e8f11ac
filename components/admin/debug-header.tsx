import type { ReactNode } from 'react';
import { texts } from '#lib/admin/debug/texts';
import { TabsNav } from '../ui/tabs-nav';
import { PageHeader } from './page-header';

/** The tools of the debug pages by their addresses, in the order of their tabs. */
export const debugTools = {
  requests: '/admin/debug/requests',
  traces: '/admin/debug/traces',
  simulator: '/admin/debug/simulator',
} as const;

type DebugTool = keyof typeof debugTools;

export const debugToolNames = Object.keys(debugTools).filter((name): name is DebugTool => name in debugTools);

/** The parent pages of a result, for its heading. */
export function debugAncestors(tool: DebugTool): readonly { readonly label: string; readonly href: string }[] {
  const { title, tools } = texts;
  return [
    { label: title, href: '/admin/debug' },
    { label: tools[tool].title, href: debugTools[tool] },
  ];
}

type DebugHeaderProps = {
  readonly tool: DebugTool;
  /** Shown next to the title. */
  readonly badges?: ReactNode;
};

/** The heading of a tool and the tabs of all tools. */
export function DebugHeader({ tool, badges }: DebugHeaderProps) {
  const { title, description } = texts.tools[tool];
  const tabs = debugToolNames.map((name) => {
    return { label: texts.tools[name].title, href: debugTools[name], current: name === tool };
  });
  return (
    <>
      <PageHeader
        title={title}
        badges={badges}
        description={description}
        parent={{ label: texts.title, href: '/admin/debug' }}
      />
      <TabsNav label={texts.title} tabs={tabs} />
    </>
  );
}
