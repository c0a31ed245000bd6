import type { RandomChoices } from '#support/random-choices.ts'

import { attackPatienceMs, outcomeOf, type Attack } from './attack.ts'
import type { Stranger } from './stranger.ts'

/** Patterns that make a backtracking or state-building matcher run for seconds. */
function costlyPattern(chance: RandomChoices): string {
  const many = 50 + chance.upTo(205)
  return chance.pick([
    `(x{0,${many}}y{0,${many}}){0,${many}}`,
    `((x+)+y)+$`,
    `(x*)*(y*)*(x*)*z`,
    `(.*)\\1\\1\\1\\1z`,
    `^(.*x){${many}}$`,
    `(x|xx|xxx|xxxx)+z`,
    `${'('.repeat(many)}x${')*'.repeat(many)}`,
    `${'(x?'.repeat(40)}${')'.repeat(40)}${'x'.repeat(40)}`,
    `(?=(x+)+y)(?!(.*)\\2)`,
    `[^y]{${many}}[^x]{${many}}.{${many}}z`,
    Array.from({ length: many }, (_, number) => `x{${number}}y`).join('|'),
  ])
}

export const regularExpression: Attack = (stranger, chance) => {
  const pattern = encodeURIComponent(costlyPattern(chance))
  const operator = chance.pick(['match', 'imatch'])
  const listed = encodeURIComponent(`{"${costlyPattern(chance).replaceAll('\\', '\\\\')}",x}`)
  const path = chance.pick([
    `demo_steps?description=${operator}.${pattern}`,
    `demo_steps?description=not.${operator}.${pattern}`,
    `demo_steps?description=${operator}(any).${listed}`,
    `demo_steps?or=(description.${operator}."${pattern}",title.${operator}."${pattern}")`,
    `demos?select=id,demo_steps(id)&demo_steps.description=${operator}.${pattern}`,
    `demos?select=id,demo_steps!inner(id)&demo_steps.description=${operator}.${pattern}`,
    `rpc/get_demo_cards?p_demo_id=${stranger.published.demoId}&title=${operator}.${pattern}`,
  ])
  return outcomeOf(rest(stranger, path, { method: chance.pick(['GET', 'GET', 'GET', 'HEAD', 'PATCH', 'DELETE']) }))
}

export const longFilter: Attack = (stranger, chance) => {
  const many = 200 + chance.upTo(3_000)
  const path = chance.pick([
    `demo_steps?description=like.${'*x'.repeat(many)}z`,
    `demo_steps?description=ilike.${'*y*x'.repeat(many)}z`,
    `demo_steps?description=fts.${encodeURIComponent(`${'('.repeat(many)}x${')'.repeat(many)}`)}`,
    `demo_steps?description=fts.${encodeURIComponent(Array.from({ length: many }, () => '!x').join('<2>'))}`,
    `demo_steps?id=in.(${Array.from({ length: many }, () => stranger.published.demoId).join(',')})`,
    `demo_steps?${'or=('.concat('or('.repeat(many), 'title.eq.x', ')'.repeat(many), ')')}`,
    `demo_steps?or=(${Array.from({ length: many }, (_, number) => `title.eq.${number}`).join(',')})`,
    `demo_steps?order=${Array.from({ length: many }, () => 'order').join(',')}`,
    `demo_steps?select=${Array.from({ length: many }, (_, number) => `c${number}:title`).join(',')}`,
    `demos?settings->${Array.from({ length: many }, () => 'a').join('->')}=eq.1`,
    `demo_steps?offset=999999999999&limit=1`,
    `demos?settings=cs.${encodeURIComponent('['.repeat(many))}`,
    `demos?settings=eq.${encodeURIComponent('[['.repeat(many) + ']]'.repeat(many))}`,
  ])
  const prefer = chance.pick(['count=exact', 'count=planned', 'count=estimated'])
  return outcomeOf(rest(stranger, path, { headers: { prefer } }))
}

export const nestedEmbed: Attack = (stranger, chance) => {
  const depth = chance.pick([3, 5, 7, 9, 14, 40, 200])
  const wide = chance.pick([1, 1, 2, 8, 100])
  const path = chance.pick([
    `demos?select=${nest(depth, ['demo_steps', 'demos'])}`,
    `demo_steps?select=${nest(depth, ['demos', 'demo_steps'])}`,
    `demo_steps?select=${nest(depth, ['demos', 'step_cards', 'demo_steps'])}`,
    `demos?select=id,${Array.from({ length: wide * 10 }, (_, number) => `a${number}:demo_steps(*,demos(*,demo_steps(*)))`).join(',')}`,
    `demo_steps?select=${nest(depth, ['...demos', 'demo_steps'])}`,
    `demos?select=${nest(depth, ['demo_steps!inner', 'demos!inner'])}`,
  ])
  return outcomeOf(rest(stranger, path, { headers: { accept: chance.pick(['application/json', 'text/csv', plan]) } }))
}

/** Each shape is planned once and cached: endless variations must not exhaust memory. */
export const everNewShapes: Attack = async (stranger, chance) => {
  const answers: string[] = []
  for (let turn = 0; turn < 40; turn += 1) {
    const alias = `a${chance.upTo(1_000_000_000)}`
    const columns = Array.from({ length: 30 }, (_, number) => `${alias}_${number}:title`).join(',')
    answers.push(await outcomeOf(rest(stranger, `demo_steps?select=${columns}&title=neq.${alias}&limit=1`)))
  }
  return `${answers.length}×${answers.at(-1)}`
}

export const wholeDescription: Attack = (stranger, chance) =>
  outcomeOf(stranger.at(chance.upTo(60_000)).ask('/rest/v1/', { signal: AbortSignal.timeout(attackPatienceMs) }))

const plan = 'application/vnd.pgrst.plan+json; options=analyze|verbose|settings|buffers|wal'

function nest(depth: number, names: readonly string[]): string {
  let inner = '*'
  for (let level = depth; level > 0; level -= 1) inner = `*,${names[(level - 1) % names.length]}(${inner})`
  return inner
}

function rest(stranger: Stranger, path: string, init: RequestInit = {}): Promise<Response> {
  return stranger.ask(`/rest/v1/${path}`, {
    ...init,
    ...(init.method === 'PATCH' && { body: '{"title":"x"}' }),
    headers: {
      'x-demo-id': stranger.published.demoId,
      'content-type': 'application/json',
      ...Object.fromEntries(new Headers(init.headers)),
    },
    signal: AbortSignal.timeout(attackPatienceMs),
  })
}
