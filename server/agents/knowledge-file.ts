import { z } from 'zod'

import { objectionKinds } from '#domain/sales-rules.ts'

/* The file format for exporting and importing an agent's knowledge. */

export const knowledgeFormat = 'understudy-agent-knowledge'

const shortText = z.string().trim().min(1).max(80)

export const pairShape = z.object({
  question: z.string().trim().min(1).max(300),
  variants: z.array(z.string().trim().min(1).max(300)).max(20).default([]),
  answer: z.string().trim().min(1).max(2_000),
  objection: z.enum(objectionKinds).nullable().default(null),
})
export const planShape = z.object({
  name: shortText,
  price: shortText,
  period: z.string().trim().max(80).default(''),
  includes: z.string().trim().max(1_000).default(''),
})
export const termShape = z.object({
  term: shortText,
  synonyms: z.array(shortText).max(20).default([]),
  meaning: z.string().trim().max(500).default(''),
})
const filePassageShape = z.object({
  place: z.string().max(300).default(''),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable()
    .default(null),
  text: z.string().trim().min(1).max(4_000),
})
export const documentShape = z.object({
  title: z.string().trim().min(1).max(300),
  passages: z.array(filePassageShape).min(1).max(5_000),
})
export const addressShape = z.object({
  address: z.url({ protocol: /^https?$/ }).max(2_000),
  isSite: z.boolean().default(false),
})

/** The file as a whole; entries are validated individually, so that one bad entry doesn't reject the others. */
export const knowledgeFileShape = z.object({
  format: z.literal(knowledgeFormat, 'it is no file of an agent’s knowledge'),
  version: z.literal(1, 'it is from a newer version of Understudy'),
  pairs: z.array(z.unknown()).max(1_000).default([]),
  plans: z.array(z.unknown()).max(50).default([]),
  glossary: z.array(z.unknown()).max(500).default([]),
  neverSay: z.array(z.string().trim().min(1).max(200)).max(200).default([]),
  documents: z.array(z.unknown()).max(50).default([]),
  addresses: z.array(z.unknown()).max(50).default([]),
})

export type PairEntry = z.infer<typeof pairShape>
export type PlanEntry = z.infer<typeof planShape>
export type TermEntry = z.infer<typeof termShape>
export type DocumentEntry = z.infer<typeof documentShape>
export type AddressEntry = z.infer<typeof addressShape>

/** The valid entries of an import, and the reasons for those left out. */
export interface KnowledgeEntries {
  readonly pairs: readonly Entry<PairEntry>[]
  readonly plans: readonly Entry<PlanEntry>[]
  readonly glossary: readonly Entry<TermEntry>[]
  readonly neverSay: readonly string[]
  readonly documents: readonly Entry<DocumentEntry>[]
  readonly addresses: readonly Entry<AddressEntry>[]
  readonly skipped: readonly Skipped[]
}

export interface Entry<T> {
  /** Line of the file; in JSON, the entry's index in its list. */
  readonly line: number
  readonly value: T
}

export interface Skipped {
  readonly line: number
  readonly problem: string
}
