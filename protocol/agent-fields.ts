/* The checks the agent's events need, small enough to ship to every visitor. */

import { isObject } from '#domain/is-object.ts'

export type Check = (value: unknown) => boolean

/** Text of up to `max` UTF-16 units; it may be empty. */
export function isText(max: number): Check {
  return (value) => typeof value === 'string' && value.length <= max
}

/** An integer of at least 0. */
export function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** A finite number of at least 0. */
export function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

export function isFlag(value: unknown): boolean {
  return typeof value === 'boolean'
}

export function isOneOf(...allowed: readonly string[]): Check {
  return (value) => typeof value === 'string' && allowed.includes(value)
}

export function isOptional(check: Check): Check {
  return (value) => value === undefined || check(value)
}

export function isNullable(check: Check): Check {
  return (value) => value === null || check(value)
}

export function isListOf(check: Check, max: number): Check {
  return (value) => Array.isArray(value) && value.length <= max && value.every(check)
}

/** True when every named field passes; other fields are ignored for forward compatibility. */
export function isShape(checks: Readonly<Record<string, Check>>): Check {
  return (value) => isObject(value) && Object.entries(checks).every(([name, check]) => check(value[name]))
}

/** The JSON in a frame, or null if invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
