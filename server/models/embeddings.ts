import { createHash } from 'node:crypto'

import { z } from 'zod'

import type { Knowledge } from '#agent/knowledge.ts'
import { procedureCaller, type CallProcedure } from '#server/backend-access/call-procedure.ts'
import type { ServerBase } from '#server/services.ts'

import type { EmbeddedTexts } from './language-model.ts'
import type { ModelUse } from './model-budget.ts'
import type { EmbedCall } from './model-caller.ts'
import type { WorkspaceModel } from './workspace-model.ts'

/** Cosine of a question and a knowledge item; undefined if the item has no vector yet. */
export type Similarity = (itemId: string) => number | undefined

type Embed = (asked: EmbedCall) => Promise<EmbeddedTexts>

export type Embeddings = ReturnType<typeof createEmbeddings>

/**
 * Compares questions with the knowledge by meaning. Vectors are stored by the text's hash. The first question computes
 * missing ones in the background and doesn't wait for them.
 */
export function createEmbeddings(services: ServerBase, embed: Embed) {
  const { log } = services
  const call = procedureCaller(services)
  const spaces = new WeakMap<Knowledge, Map<string, Space>>()

  function spaceOf(knowledge: Knowledge, model: WorkspaceModel, use: ModelUse): Space {
    const name = `${use.workspaceId} ${model.embedding?.url ?? ''} ${model.embedding?.model ?? ''}`
    const known = spaces.get(knowledge) ?? new Map<string, Space>()
    spaces.set(knowledge, known)
    const space = known.get(name) ?? { vectors: new Map(), filling: null, isComplete: false, retryAt: 0 }
    known.set(name, space)
    return space
  }

  async function fill(space: Space, knowledge: Knowledge, model: WorkspaceModel, use: ModelUse): Promise<void> {
    const name = model.embedding?.model ?? ''
    const texts = textsOf(knowledge)
    for (const part of chunksOf([...texts.keys()], storedPerCall)) {
      for (const [hash, vector] of await readVectors(call, use.workspaceId, name, part)) space.vectors.set(hash, vector)
    }
    const missing = [...texts].filter(([hash]) => !space.vectors.has(hash))
    for (const part of chunksOf(missing, textsPerCall)) {
      const { vectors } = await embed({
        model,
        use: { ...use, purpose: 'embedding' },
        texts: part.map(([, text]) => text),
      })
      const rows = part.flatMap(([hash], index) => {
        const vector = toUnit(vectors[index] ?? [])
        return vector === null ? [] : [{ hash, vector }]
      })
      for (const { hash, vector } of rows) space.vectors.set(hash, vector)
      await call('keep_embeddings', {
        p_workspace_id: use.workspaceId,
        p_model: name,
        p_rows: rows.map(({ hash, vector }) => ({ hash, vector: [...vector] })),
      })
    }
    space.isComplete = true
  }

  return {
    /** Null until the vectors are computed, or if the question's vector can't be. */
    async compare(
      knowledge: Knowledge,
      model: WorkspaceModel,
      use: ModelUse,
      question: string,
    ): Promise<Similarity | null> {
      const space = spaceOf(knowledge, model, use)
      if (!space.isComplete) {
        if (space.filling === null && services.now() >= space.retryAt) {
          space.retryAt = services.now() + retryMs
          space.filling = fill(space, knowledge, model, use)
            .catch((error: unknown) =>
              log.warn({ err: error }, 'Could not compute the vectors of an agent’s knowledge'),
            )
            .finally(() => {
              space.filling = null
            })
        }
        return null
      }
      const { vectors } = await embed({
        model,
        use: { ...use, purpose: 'embedding' },
        texts: [question.slice(0, textMax)],
      })
      const asked = toUnit(vectors[0] ?? [])
      if (asked === null) return null
      const hashes = new Map(knowledge.items.map((item) => [item.id, hashOf(textOf(item))]))
      return (itemId) => {
        const vector = space.vectors.get(hashes.get(itemId) ?? '')
        return vector === undefined || vector.length !== asked.length ? undefined : dot(vector, asked)
      }
    },
  }
}

interface Space {
  readonly vectors: Map<string, Float32Array>
  filling: Promise<void> | null
  isComplete: boolean
  retryAt: number
}

/** The texts by hash, limited because of memory. */
function textsOf({ items }: Knowledge): ReadonlyMap<string, string> {
  return new Map(
    items.slice(0, itemsMax).map((item) => {
      const text = textOf(item)
      return [hashOf(text), text]
    }),
  )
}

function textOf({ context, text }: { readonly context: string; readonly text: string }): string {
  return `${context}. ${text}`.slice(0, textMax)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function readVectors(
  call: CallProcedure,
  workspaceId: string,
  model: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Float32Array>> {
  const rows = rowsShape.parse(
    await call('find_embeddings', { p_workspace_id: workspaceId, p_model: model, p_hashes: hashes }),
  )
  return new Map(rows.map(({ hash, vector }) => [hash, Float32Array.from(vector)]))
}

/** Normalised to length 1, so that a cosine is a dot product; null for an invalid vector. */
function toUnit(vector: readonly number[]): Float32Array | null {
  const length = Math.hypot(...vector)
  if (vector.length === 0 || vector.length > dimensionsMax || !Number.isFinite(length) || length === 0) return null
  return Float32Array.from(vector, (value) => value / length)
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

function chunksOf<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
}

const rowsShape = z.array(z.object({ hash: z.string(), vector: z.array(z.number()) }))
const itemsMax = 2_000
const textMax = 2_000
const dimensionsMax = 4_096
const storedPerCall = 100
const textsPerCall = 64
const retryMs = 60_000
