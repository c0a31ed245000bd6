/** The title bar of the mock browser window above the picture, as wide as the picture. */
export function FrameBar({ address }: { readonly address: string }) {
  return (
    <div
      aria-hidden
      className="mx-auto flex h-(--frame-bar) w-[min(100%,calc(var(--us-max-height)*var(--us-ratio)))] items-center gap-1.5 overflow-hidden rounded-t-card border-b border-line bg-raised px-3 shadow-floating"
    >
      {[0, 1, 2].map((dot) => (
        <i key={dot} className="size-2.25 shrink-0 rounded-chip bg-line-strong" />
      ))}
      <span className="mx-auto min-w-0 truncate pr-10 text-2xs text-muted">{address}</span>
    </div>
  )
}
