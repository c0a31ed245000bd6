/** People, a letter to them, and the possible next steps. */
export function CampaignIllustration() {
  return (
    <svg viewBox="0 0 400 230" fill="none" strokeWidth="2" className="block w-full stroke-line-strong">
      <path d="M72 60h74M206 60h26c16 0 20-24 40-24h24M206 60h26c16 0 20 62 40 62h24M326 150v26" />
      <g className="fill-surface">
        <rect x="12" y="32" width="60" height="56" rx="12" />
        <rect x="146" y="32" width="60" height="56" rx="12" className="fill-accent-soft stroke-accent-line" />
        <rect x="296" y="10" width="92" height="52" rx="10" />
        <rect x="296" y="96" width="92" height="54" rx="10" />
        <rect x="296" y="176" width="92" height="46" rx="10" />
      </g>
      <g className="fill-line-strong stroke-none">
        <circle cx="32" cy="52" r="8" />
        <circle cx="52" cy="52" r="8" />
        <circle cx="42" cy="70" r="8" />
        <rect x="308" y="24" width="52" height="7" rx="3" />
        <rect x="308" y="39" width="34" height="6" rx="3" />
        <rect x="308" y="110" width="60" height="7" rx="3" />
        <rect x="308" y="126" width="44" height="6" rx="3" />
      </g>
      <path d="M162 48h28v24h-28zM162 50l14 11 14-11" className="stroke-chart-1" />
    </svg>
  )
}
