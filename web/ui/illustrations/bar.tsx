/** A line of text that isn’t there yet. */
export function Bar({ width, isSmall = false }: { readonly width: string; readonly isSmall?: boolean }) {
  return (
    <span
      className={`block rounded-tiny bg-line-strong ${isSmall ? 'mt-1.5 h-1.5 opacity-70' : 'h-2'}`}
      style={{ width }}
    />
  )
}
