/* Building blocks of the ghosts: lines of text, and a small picture of an app. */

export function Bar({ width, isSmall = false }: { readonly width: string; readonly isSmall?: boolean }) {
  return (
    <span
      className={`block rounded-tiny bg-line-strong ${isSmall ? 'mt-1.5 h-1.5 opacity-70' : 'h-2'}`}
      style={{ width }}
    />
  )
}

export type GhostScreen = 'list' | 'dialog' | 'tiles' | 'chart'

/** An app's screen in 8 by 5, in greys; `isLit` draws it in colour. */
export function AppScreen({ kind, isLit = false }: { readonly kind: GhostScreen; readonly isLit?: boolean }) {
  return (
    <svg viewBox="0 0 160 100" className="block w-full bg-raised" fill="none">
      <path d="M0 9.5h160" className="stroke-line" />
      <rect x="4" y="3" width="4" height="4" rx="1.5" className={isLit ? 'fill-chart-1' : 'fill-line-strong'} />
      <path d="M12 5h14M32 5h10M47 5h10" strokeWidth="1.6" className="stroke-line-strong" />
      {content[kind](isLit)}
    </svg>
  )
}

const content: Readonly<Record<GhostScreen, (isLit: boolean) => React.ReactNode>> = {
  list: (isLit) => (
    <>
      <path d="M48.5 9v91" className="stroke-line" />
      {[18, 33, 48, 63, 78].map((y, index) => (
        <g key={y}>
          <circle cx="8" cy={y + 3} r="3" className={isLit ? dots[index] : 'fill-line-strong'} />
          <path d={`M14 ${y + 1.5}h${26 - (index % 3) * 4}`} strokeWidth="1.8" className="stroke-line-strong" />
          <path d={`M14 ${y + 5.5}h${16 + (index % 2) * 5}`} strokeWidth="1.3" className="stroke-line" />
        </g>
      ))}
      <rect x="56" y="18" width="96" height="74" rx="4" className="fill-sunken" />
      <path
        d="M64 80l18-22 20 10 22-28 20 12"
        strokeWidth="2"
        className={isLit ? 'stroke-chart-3' : 'stroke-line-strong'}
      />
      <rect x="128" y="23" width="20" height="7" rx="2" className={isLit ? 'fill-chart-3' : 'fill-line-strong'} />
    </>
  ),
  dialog: () => (
    <>
      <rect y="9.5" width="160" height="91" className="fill-line-strong opacity-60" />
      <rect x="45" y="22" width="70" height="64" rx="4" className="fill-raised" />
      <path d="M52 31h30" strokeWidth="2.4" className="stroke-line-strong" />
      <path d="M52 42h50M52 52h42M52 62h46" strokeWidth="1.6" className="stroke-line" />
      <rect x="91" y="74" width="18" height="7" rx="2" className="fill-line-strong" />
    </>
  ),
  tiles: () => (
    <>
      {[6, 44, 82, 120].map((x) => (
        <rect key={x} x={x} y="17" width="33" height="18" rx="3" className="fill-sunken stroke-line" />
      ))}
      <rect x="6" y="41" width="92" height="52" rx="3" className="fill-sunken stroke-line" />
      {[12, 24, 36, 48, 60, 72, 84].map((x, index) => (
        <rect
          key={x}
          x={x}
          y={86 - (12 + ((index * 11) % 30))}
          width="7"
          height={12 + ((index * 11) % 30)}
          rx="1.5"
          className="fill-line-strong"
        />
      ))}
      <rect x="104" y="41" width="49" height="52" rx="3" className="fill-sunken stroke-line" />
    </>
  ),
  chart: () => (
    <>
      <path d="M8 20h40" strokeWidth="2.6" className="stroke-line-strong" />
      <path d="M8 90c24-4 30-30 52-26s30-34 62-40v66z" className="fill-sunken" />
      <path d="M8 90c24-4 30-30 52-26s30-34 62-40" strokeWidth="1.8" className="stroke-line-strong" />
      <circle cx="140" cy="40" r="10" strokeWidth="5" className="stroke-line-strong" />
    </>
  ),
}

const dots = ['fill-chart-5', 'fill-chart-3', 'fill-chart-2', 'fill-chart-4', 'fill-chart-6'] as const
