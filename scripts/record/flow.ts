import { parse, YAMLParseError } from 'yaml'
import { z } from 'zod'

import { calloutSides, chapterNameMax, insidePicture, markers, type StepLook } from '#domain/step-look.ts'

/*
 * A flow: what to do in an app, and what the demo says about it. Written by authors (docs/recording-flows.md), so every
 * mistake is a sentence that names its place.
 */

const needsText = ({ code }: { readonly code: string }) =>
  code === 'invalid_type' ? 'must be text, in quotes if it looks like a number or a date' : undefined
const text = (max: number) => z.string({ error: needsText }).trim().min(1).max(max)

const percent = z.number().min(0).max(100)

/** A string is the name of a button, link, tab, menu item, box or option, as screen readers say it. */
const targetShapes = [
  text(200),
  z.strictObject({ role: text(40), name: text(200), nth: z.int().min(1).max(1_000).optional() }),
  z.strictObject({ label: text(200) }),
  z.strictObject({ text: text(200), nth: z.int().min(1).max(1_000).optional() }),
  z.strictObject({ testId: text(200) }),
  z.strictObject({ css: text(500) }),
] as const
const target = z.union(targetShapes, {
  error: 'must be a name in quotes, or one of { role, name }, { label }, { text }, { testId } and { css }',
})

/** A step's texts and look. */
const words = {
  title: text(200).optional(),
  note: text(5_000).optional(),
  /** Describes the picture. */
  alt: text(2_000).optional(),
  /** The name of the chapter that begins here. */
  chapter: text(chapterNameMax).optional(),
  callout: z.enum(calloutSides).optional(),
  marker: z.enum(markers).optional(),
  /** Left, top, width and height of what the camera shows, in percent of the picture. */
  zoom: z.tuple([percent, percent, percent, percent]).optional(),
}

/** In pixels from the element's upper left corner; its middle without it. */
const at = z.tuple([z.number().min(0).max(10_000), z.number().min(0).max(10_000)]).optional()

const acts = {
  click: z.strictObject({ click: target, at, ...words }),
  doubleClick: z.strictObject({ doubleClick: target, at, ...words }),
  rightClick: z.strictObject({ rightClick: target, at, ...words }),
  fill: z.strictObject({ fill: target, with: z.string({ error: needsText }).max(5_000), ...words }),
  choose: z.strictObject({ choose: target, option: text(200), ...words }),
  press: z.strictObject({ press: text(40), ...words }),
  hover: z.strictObject({ hover: target, at, ...words }),
  drag: z.strictObject({ drag: target, to: target, ...words }),
  open: z.strictObject({ open: text(2_000), ...words }),
  see: z.strictObject({ see: target }),
  gone: z.strictObject({ gone: target }),
}
const actNames = Object.keys(acts) as (keyof typeof acts)[]
type Act = z.infer<(typeof acts)[keyof typeof acts]>

const unrecorded = z.strictObject({ unrecorded: z.array(z.unknown()).min(1).max(100) })

const flowShape = z.strictObject({
  name: text(200),
  description: text(2_000).optional(),
  start: text(2_000),
  width: z.int().min(320).max(3_840).default(1_440),
  height: z.int().min(320).max(2_160).default(900),
  scale: z.number().min(1).max(3).default(1),
  colors: z.enum(['light', 'dark']).default('light'),
  language: text(35).default('en-US'),
  /** A file of cookies and local storage in Playwright's format, beside the flow. */
  signedIn: text(500).optional(),
  steps: z.array(z.unknown()).min(1).max(200),
})

export type FlowTarget = z.infer<typeof target>
export type FlowAct = Act | { readonly unrecorded: readonly Act[] }
/** Texts from the flow for a recorded step; a missing one keeps the recorder's text. */
export type StepWords = z.infer<z.ZodObject<typeof words>>

/** The step's look, from the flow. */
export function lookOfWords(look: StepLook, { chapter, callout, marker, zoom }: StepWords): StepLook {
  const [xPercent = 0, yPercent = 0, widthPercent = 100, heightPercent = 100] = zoom ?? []
  return {
    ...look,
    ...(chapter !== undefined && { chapter }),
    ...(callout !== undefined && { calloutSide: callout }),
    ...(marker !== undefined && { marker }),
    ...(zoom !== undefined && { zoom: insidePicture({ xPercent, yPercent, widthPercent, heightPercent }) }),
  }
}

export type Flow = Omit<z.infer<typeof flowShape>, 'steps'> & { readonly steps: readonly FlowAct[] }

/** A flow that can't be read; its message is for the author. */
export class FlowProblem extends Error {}

/** Reads a flow. `${NAME}` in addresses and typed texts is read from `env`, so that the file needs no password. */
export function readFlow(source: string, env: Environment): Flow {
  const flow = check(flowShape, parseYaml(source), '')
  const start = check(startShape, filledIn(flow.start, 'start', env), 'start')
  const steps = flow.steps.map((step, index): FlowAct => {
    const place = `steps ${index + 1}`
    if (typeof step !== 'object' || step === null || !('unrecorded' in step)) return readAct(step, place, env)
    const inner = check(unrecorded, step, place).unrecorded
    return { unrecorded: inner.map((each, at) => readAct(each, `${place}, unrecorded ${at + 1}`, env)) }
  })
  return { ...flow, start, steps }
}

function parseYaml(source: string): unknown {
  try {
    return parse(source, { maxAliasCount: 0 })
  } catch (error) {
    if (error instanceof YAMLParseError || error instanceof ReferenceError) throw new FlowProblem(error.message)
    throw error
  }
}

type Environment = Readonly<Record<string, string | undefined>>

const startShape = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })

function readAct(value: unknown, place: string, env: Environment): Act {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const name = actNames.find((act) => keys.includes(act))
  if (name === undefined) throw new FlowProblem(`${place}: say what to do: ${actNames.join(', ')} or unrecorded.`)
  const act = check(acts[name] as z.ZodType<Act>, value, place)
  if ('fill' in act) return { ...act, with: filledIn(act.with, place, env) }
  return 'open' in act ? { ...act, open: filledIn(act.open, place, env) } : act
}

function filledIn(typed: string, place: string, env: Environment): string {
  return typed.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = env[name]
    if (value === undefined) throw new FlowProblem(`${place}: the environment has no ${name}.`)
    return value
  })
}

function check<T>(shape: z.ZodType<T>, value: unknown, place: string): T {
  const result = shape.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = [place, ...(issue?.path ?? []).map(String)].filter(Boolean).join(', ')
  throw new FlowProblem(`${where === '' ? 'The flow' : where}: ${issue?.message ?? 'not understood'}.`)
}
