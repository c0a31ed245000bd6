import { Avatar } from '../avatar.tsx'

const people = [
  ['Ada Moreau', 'Tamsin Linen', 92],
  ['Iver Dahl', 'Wharfline Supply', 71],
  ['Noa Petrie', 'Brindle Foods', 58],
  ['Kaya Moss', 'Orchard Nine', 33],
] as const
const around = 2 * Math.PI * 15

/** People, with how well each fits. */
export function LeadsIllustration() {
  return (
    <div className="px-3 pt-1 pb-3">
      {people.map(([name, company, score], index) => (
        <div key={name} className="flex h-16 items-center gap-3.5 border-b border-line text-left">
          <Avatar name={name} size={40} isLive={index === 0} />
          <span className="flex-1">
            <span className="block text-base font-medium">{name}</span>
            <span className="block text-sm text-muted">{company}</span>
          </span>
          <span className="relative grid size-11 place-items-center text-sm font-semibold tabular-nums">
            <svg viewBox="0 0 36 36" fill="none" strokeWidth="3.5" strokeLinecap="round" className="absolute inset-0">
              <circle cx="18" cy="18" r="15" className="stroke-line-strong" />
              <circle
                cx="18"
                cy="18"
                r="15"
                transform="rotate(-90 18 18)"
                strokeDasharray={`${(score / 100) * around} ${around}`}
                className={index === 0 ? 'stroke-success-fill' : 'stroke-control'}
              />
            </svg>
            {score}
          </span>
        </div>
      ))}
    </div>
  )
}
