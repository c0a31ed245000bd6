import { toKey } from './lexicon.ts'
import { countsIn } from './counted-units.ts'

/** The visitor's number of what a price counts: “3 vets, 5 nurses” if there is a price per vet. */
export function readPricedSize(text: string, units: () => ReadonlySet<string>): string | null {
  const own = text
    .replaceAll('’', "'")
    .split(/[.!]\s+/)
    .filter((sentence) => !supposes.test(sentence))
    .flatMap((sentence) => ownCounts.exec(sentence)?.[0] ?? [])
  const found = own.flatMap(countsIn).find(({ unit }) => unit !== null && units().has(toKey(unit)))
  return found === undefined ? null : `${found.number} ${found.unit ?? ''}`
}

/** “So I'm the owner of a small practice, 3 vets 5 nurses”, “11 instructors, 9 cars.” */
const ownCounts =
  /(?:^(?:(?:hi|hello|hey|so|ok|okay|well|yes|and),? )*|\b(?:we|i)(?:'re|'ve|'m|m| are| have| am| run| own| got| manage| employ| just| only| also)+ [^.?!]{0,60}?)(?:about |around |only |just )?(?:\d[\d,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) \p{L}+(?: \p{L}+)?(?=\s*(?:$|[,.;:!?–-]| and\b| here\b|\d))/iu
const supposes = /^(?:(?:and|so|but|ok|what) )*(?:if|could|can|when|would|will|do|does|is|are|how|should)\b/i
