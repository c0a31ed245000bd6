import { randomUUID } from 'node:crypto'

import type { RandomChoices } from '#support/random-choices.ts'

import { attackPatienceMs, outcomeOf, type Attack } from './attack.ts'

function deepJson(chance: RandomChoices): string {
  const depth = chance.pick([500, 5_000, 100_000, 400_000])
  return chance.pick([
    `${'['.repeat(depth)}${']'.repeat(depth)}`,
    `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`,
    '['.repeat(depth),
  ])
}

function wideJson(chance: RandomChoices): string {
  const bytes = chance.pick([1, 4, 9, 30]) * 1_000_000
  return chance.pick([
    JSON.stringify(Array.from({ length: bytes / 10 }, (_, number) => number)),
    JSON.stringify({ text: 'x'.repeat(bytes) }),
    JSON.stringify(Object.fromEntries(Array.from({ length: bytes / 20 }, (_, number) => [`key${number}`, null]))),
  ])
}

/** Every endpoint that reads JSON. The named value goes into its free-form field. */
function endpointsFor(
  value: string,
  demoId: string,
): readonly (readonly [method: string, path: string, body: string])[] {
  return [
    ['POST', '/rest/v1/demos', value],
    ['POST', '/rest/v1/demos', `{"name":"x","settings":${value}}`],
    ['POST', '/rest/v1/rpc/import_demo', `{"p_demo_id":"${randomUUID()}","p_name":"x","p_steps":${value}}`],
    [
      'POST',
      '/rest/v1/rpc/submit_lead',
      `{"p_id":"${randomUUID()}","p_card_id":"${randomUUID()}","p_answers":${value}}`,
    ],
    ['POST', '/rest/v1/rpc/get_demo_cards', value],
    ['PATCH', '/rest/v1/demos?id=eq.x', value],
    ['POST', '/rest/v1/onboarding_data', `{"form_data":${value}}`],
    ['POST', '/rest/v1/user_tracking_events', value],
    ['POST', '/rest/v1/user_tracking_events', `[{"event_type":"click","id":"${randomUUID()}","details":${value}}]`],
    ['POST', '/auth/v1/signup', `{"email":"a@example.com","password":"long enough it is","data":${value}}`],
    ['POST', '/auth/v1/token?grant_type=password', value],
    ['POST', '/auth/v1/otp', value],
    ['POST', '/storage/v1/object/list/demo-captures', value],
    ['POST', '/storage/v1/object/sign/demo-captures', value],
    ['POST', '/share/v1/demos/demo/leads'.replace('demo/', `${demoId}/`), value],
    ['POST', '/agent/v1/sessions', value],
    ['POST', '/agent/v1/events', value],
    ['POST', '/account/v1/feedback', value],
  ]
}

export const deepBody: Attack = (stranger, chance) => {
  const [method, path, body] = chance.pick(endpointsFor(deepJson(chance), stranger.published.demoId))
  return outcomeOf(send(stranger, method, path, body))
}

export const largeBody: Attack = (stranger, chance) => {
  const [method, path, body] = chance.pick(endpointsFor(wideJson(chance), stranger.published.demoId))
  return outcomeOf(send(stranger, method, path, body))
}

/** The same with an account: what it writes is stored, and read by others' pages. */
export const largeRow: Attack = async (stranger, chance) => {
  const much = 'x'.repeat(chance.pick([200_000, 2_000_000, 9_000_000]))
  const { client, workspaceId } = stranger
  const answer = await chance.pick([
    () => client.from('demos').insert({ name: 'x', settings: { much } }),
    () => client.from('demos').insert({ name: much }),
    () => client.from('captures').insert({ id: randomUUID(), session_id: 'x', url: 'https://x.test', title: much }),
    () => client.from('onboarding_data').upsert({ form_data: { much } }),
    () => client.from('workspaces').update({ name: much }).eq('id', workspaceId),
    () => client.from('chatbot_settings').insert({ agent_id: 'leo', much }),
  ])()
  return String(answer.status)
}

function send(stranger: Parameters<Attack>[0], method: string, path: string, body: string): Promise<Response> {
  return stranger.ask(path, {
    method,
    body,
    headers: { 'content-type': 'application/json', 'x-demo-id': stranger.published.demoId },
    signal: AbortSignal.timeout(attackPatienceMs),
  })
}
