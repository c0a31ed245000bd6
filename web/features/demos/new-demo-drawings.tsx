/* Small line drawings of the ways to start a demo. */

export function ImagesDrawing() {
  return (
    <svg width="150" height="84" viewBox="0 0 150 84" aria-hidden>
      <rect
        x="22"
        y="18"
        width="72"
        height="48"
        rx="5"
        transform="rotate(-7 50 50)"
        className="fill-surface stroke-control"
      />
      <rect x="54" y="20" width="72" height="48" rx="5" className="fill-surface stroke-control" />
      <circle cx="72" cy="36" r="5" className="fill-chart-4" />
      <path d="M56 66l20-18 14 10 14-16 20 18v4a3 3 0 0 1-3 3H58z" className="fill-chart-3" />
    </svg>
  )
}

export function PdfDrawing() {
  return (
    <svg width="104" height="76" viewBox="0 0 104 76" aria-hidden>
      <rect x="22" y="5" width="46" height="66" rx="5" className="fill-surface stroke-control" />
      <path d="M31 18h28M31 26h28M31 34h18" strokeWidth="3" strokeLinecap="round" className="stroke-line-strong" />
      <rect x="31" y="44" width="28" height="18" rx="2" className="fill-chart-1" />
      <path d="M76 26h16M76 38h16M76 50h16" strokeWidth="2" strokeDasharray="3 4" className="stroke-control" />
    </svg>
  )
}

export function VideoDrawing() {
  return (
    <svg width="116" height="76" viewBox="0 0 116 76" aria-hidden>
      <rect x="12" y="6" width="92" height="46" rx="5" className="fill-surface stroke-control" />
      <path d="M51 18v22l18-11z" className="fill-accent" />
      <path d="M12 65h92" strokeWidth="4" strokeLinecap="round" className="stroke-line-strong" />
      <g className="fill-accent">
        <circle cx="30" cy="65" r="4.5" />
        <circle cx="58" cy="65" r="4.5" />
        <circle cx="88" cy="65" r="4.5" />
      </g>
    </svg>
  )
}

export function WindowDrawing() {
  return (
    <svg width="116" height="76" viewBox="0 0 116 76" aria-hidden>
      <rect x="30" y="6" width="74" height="50" rx="5" className="fill-surface stroke-control" />
      <rect x="12" y="18" width="74" height="52" rx="5" className="fill-surface stroke-control" />
      <path d="M12 30h74" className="stroke-control" />
      <path d="M20 24h2M27 24h2M34 24h2" strokeWidth="2.5" strokeLinecap="round" className="stroke-line-strong" />
      <circle cx="49" cy="50" r="9" strokeWidth="2" className="fill-none stroke-hotspot" />
      <circle cx="49" cy="50" r="4.5" className="fill-hotspot" />
    </svg>
  )
}
