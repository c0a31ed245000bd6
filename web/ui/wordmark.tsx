/** An open quotation mark that is also a play triangle: someone is about to speak. */
export function Mark({
  size = 20,
  className = 'fill-accent',
}: {
  readonly size?: number
  readonly className?: string
}) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden className={`shrink-0 ${className}`}>
      <path d="M11 4.5v5.6c0 5.4-2.7 8.9-7.9 10.3l-1-2.8c2.8-.9 4.2-2.5 4.4-4.8H2V4.5z" />
      <path d="M14 4.9c0-1.1 1-1.7 1.9-1.2l6.6 6.2c.8.7.8 1.6 0 2.3l-6.6 6.2c-.9.5-1.9-.1-1.9-1.2z" />
    </svg>
  )
}

/** The mark as an app's icon: white on a dark tile. */
export function MarkTile() {
  return (
    <span
      aria-hidden
      className="flex size-[26px] shrink-0 items-center justify-center rounded-[7px] bg-linear-160 from-ink-hover to-ink shadow-[inset_0_1px_0_oklch(1_0_0/0.16)]"
    >
      <Mark size={15} className="fill-white" />
    </span>
  )
}

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 text-base font-medium tracking-tight">
      <Mark />
      Understudy
    </span>
  )
}
