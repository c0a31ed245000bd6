import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { z } from 'zod'

import { readDemoLook, storedDemoLook } from '#domain/demo-look.ts'
import { objectionKinds } from '#domain/sales-rules.ts'
import { readStepLook, storedStepLook } from '#domain/step-look.ts'
import { salesRulesShape } from '#server/agents/agent-snapshot.ts'

/** A sample's folder: demo.json and its pictures, as recorded, and the agent.json written for it. */
export interface SampleFiles {
  readonly demo: z.infer<typeof demoShape>
  readonly agent: SampleAgent | null
  /** The steps' pictures, in order. */
  readonly images: readonly { readonly name: string; readonly bytes: Buffer }[]
  /** A hash of the content. */
  readonly content: string
}

export async function readSample(folder: string): Promise<SampleFiles | null> {
  const path = join(folder, 'demo.json')
  if (!existsSync(path)) return null
  const agentPath = join(folder, 'agent.json')
  const [text, agentText] = await Promise.all([
    readFile(path, 'utf8'),
    existsSync(agentPath) ? readFile(agentPath, 'utf8') : null,
  ])
  const demo = demoShape.parse(JSON.parse(text))
  const images = await Promise.all(
    demo.steps.map(async ({ image }) => ({
      name: basename(image),
      bytes: await readFile(join(folder, basename(image))),
    })),
  )
  const hash = createHash('sha256')
    .update(text)
    .update(agentText ?? '')
  for (const { bytes } of images) hash.update(bytes)
  const agent = agentText === null ? null : agentShape.parse(JSON.parse(agentText))
  return { demo, agent, images, content: hash.digest('hex').slice(0, 16) }
}

const percent = z.number().min(0).max(100).nullable()

const demoShape = z.object({
  name: z.string().min(1),
  description: z.string().nullable(),
  look: z
    .unknown()
    .optional()
    .transform((look) => storedDemoLook(readDemoLook(look))),
  steps: z
    .array(
      z.object({
        title: z.string(),
        description: z.string(),
        image: z.string(),
        alt: z.string(),
        width: z.number().int().positive(),
        height: z.number().int().positive(),
        clickX: percent,
        clickY: percent,
        look: z
          .unknown()
          .optional()
          .transform((look) => storedStepLook(readStepLook(look))),
      }),
    )
    .min(1)
    .max(200),
})

const agentShape = z.object({
  name: z.string().min(1),
  slug: z.string().min(1),
  /** Presents demos without an agent. New workspaces have their own default agent, so only the others are copied. */
  isDefault: z.boolean(),
  hue: z.number().int().min(0).max(359),
  personality: z.string(),
  voice: z.string(),
  welcome: z.string(),
  neverSay: z.array(z.string()),
  rules: salesRulesShape.nullable(),
  plans: z.array(z.object({ name: z.string(), price: z.string(), period: z.string(), includes: z.string() })),
  pairs: z.array(
    z.object({
      question: z.string(),
      variants: z.array(z.string()),
      answer: z.string(),
      objection: z.enum(objectionKinds).optional(),
      /** Counted from 1. */
      step: z.number().int().positive().optional(),
    }),
  ),
  glossary: z.array(z.object({ term: z.string(), synonyms: z.array(z.string()), meaning: z.string() })),
})
export type SampleAgent = z.infer<typeof agentShape>
