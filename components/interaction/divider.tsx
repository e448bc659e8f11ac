/** A word between two alternatives, for example "or". */
export function Divider({ text }: { readonly text: string }) {
  return (
    <div className="flex items-center gap-4 text-muted-foreground text-sm before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {text}
    </div>
  );
}
