import { Avatar } from '../avatar.tsx'
import { ScoreRing } from '../score-ring.tsx'

const people = [
  ['Ada Moreau', 'Tamsin Linen', 92],
  ['Iver Dahl', 'Wharfline Supply', 71],
  ['Noa Petrie', 'Brindle Foods', 58],
  ['Kaya Moss', 'Orchard Nine', 33],
] as const

/** People with their scores. */
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
          <ScoreRing score={score} size={44} />
        </div>
      ))}
    </div>
  )
}
