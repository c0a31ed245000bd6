import { buildKnowledge } from '../knowledge.ts'
import { personas, pick } from './personas.ts'
import { plainAgent, reportingDemo } from './reporting-demo.ts'
import { seededRandom } from './seeded-random.ts'
import { createMishearing, simulateVisit } from './simulated-visit.ts'
import { findBrokenRules } from './talk-rules.ts'

/* Runs every persona many times against the built-in agent. */

export interface SimulationResult {
  readonly visits: number
  readonly reached: number
  /** “name reached/tried” for each persona. */
  readonly report: readonly string[]
  readonly broken: readonly string[]
}

const personalities = ['professional', 'friendly', 'consultative', 'enthusiastic'] as const

/** `rate` is the share of misheard words; the same seeds give the same conversations. */
export function simulate(rate: number, seedsPerPersona: number, firstSeed = 0): SimulationResult {
  let reached = 0
  let visits = 0
  const report: string[] = []
  const broken: string[] = []
  for (const [personaIndex, persona] of personas.entries()) {
    let reachedByPersona = 0
    for (let seed = firstSeed; seed < firstSeed + seedsPerPersona; seed += 1) {
      const random = seededRandom(personaIndex * 1_000_003 + seed + Math.round(rate * 100) * 77)
      const personality = pick(random, personalities)
      const { visitor, goal, calendar, team, knowledge: own } = persona.create(random)
      const takesMeetings = calendar !== undefined
      const agent = { ...plainAgent, personality, takesMeetings, ...(own !== undefined && { knowledge: own }) }
      const knowledge = buildKnowledge(reportingDemo, agent)
      const visit = simulateVisit(knowledge, visitor, {
        mishear: createMishearing(random, rate),
        ...(calendar !== undefined && { calendar }),
        ...(team !== undefined && { team }),
      })
      broken.push(...findBrokenRules(visit, knowledge).map((rule) => `${persona.name}, seed ${seed}: ${rule}`))
      visits += 1
      if (goal(visit)) reachedByPersona += 1
    }
    reached += reachedByPersona
    report.push(`${persona.name} ${reachedByPersona}/${seedsPerPersona}`)
  }
  return { visits, reached, report, broken }
}
