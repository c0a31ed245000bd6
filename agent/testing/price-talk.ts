import { startTalk } from './start-talk.ts'

/** Steps beside the prices. */
export const otherSteps = [
  { title: 'Routes', description: 'Plan the routes of a day on the map. Drivers get them on their phones.' },
  { title: 'Reports', description: 'Export every report as a spreadsheet. Reports are kept for two years.' },
]

/** The last reply of a conversation about a product with these prices. */
export function askAboutPrices(prices: string, ...lines: readonly string[]): string {
  const steps = [{ title: 'Plans and prices', description: prices }, ...otherSteps].map((step, at) => ({
    ...step,
    id: `00000000-0000-4000-8000-00000000000${at}`,
    order: at + 1,
  }))
  const talk = startTalk({ name: 'Vanline', description: '', steps })
  for (const line of lines) talk.say(line)
  return talk.text()
}
