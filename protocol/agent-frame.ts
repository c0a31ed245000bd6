import { isObject } from '#domain/is-object.ts'

import { agentProtocolVersion } from './agent-events.ts'
import { isAmount, isCount, isShape, isText, parseJson, type Check } from './agent-fields.ts'

/** A frame of this version whose kind is in `bodies` and whose fields pass its check; null for any other. */
export function readFrame(frame: unknown, bodies: Readonly<Record<string, Check>>): object | null {
  const value = typeof frame === 'string' ? parseJson(frame) : frame
  if (!isObject(value) || !isEnvelope(value) || typeof value['t'] !== 'string') return null
  const check = Object.hasOwn(bodies, value['t']) ? bodies[value['t']] : undefined
  return check?.(value) === true ? value : null
}

const isEnvelope = isShape({
  v: (value) => value === agentProtocolVersion,
  sid: isText(64),
  seq: isCount,
  ts: isAmount,
})
