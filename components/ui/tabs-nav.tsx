/** The tabs of a page, each with its own address. */
export function TabsNav({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly label: string; readonly href: string; readonly current: boolean }[];
}) {
  return (
    <nav aria-label={label} className="border-border border-b">
      <ul className="flex gap-x-1 overflow-x-auto [scrollbar-width:none]">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <a
              href={tab.href}
              aria-current={tab.current ? 'page' : undefined}
              className="inline-block whitespace-nowrap border-transparent border-b-2 px-3 py-2 text-muted-foreground text-sm outline-offset-[-2px] hover:text-foreground aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-foreground aria-[current]:[scroll-initial-target:nearest]"
            >
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
