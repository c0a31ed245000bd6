import { describe, expect, test } from 'vitest'

import { BackendError, type FailureKind } from '../backend-error.ts'
import type { ImportJob, ImportProgress } from './import-job.ts'
import { runImport, type ImportPorts } from './run-import.ts'

function job(count: number): ImportJob {
  const items = Array.from({ length: count }, (_, index) => ({
    id: `step-${index + 1}`,
    name: `image-${index + 1}.png`,
    uploaded: null,
    problem: null,
  }))
  return {
    id: 'job',
    userId: 'me',
    workspaceId: null,
    demoId: 'demo',
    target: { type: 'new-demo', name: 'Tour' },
    items,
  }
}

/** A server with scripted failures per path, and a record of calls. */
function scripted(failures: Readonly<Record<string, FailureKind[]>> = {}) {
  const stored: string[] = []
  const finished: string[][] = []
  const remembered: ImportJob[] = []
  const pausesMs: number[] = []
  let signIns = 0
  let atOnce = 0
  let mostAtOnce = 0
  const fail = (key: string) => {
    const kind = failures[key]?.shift()
    if (kind !== undefined) throw new BackendError('demoSaveFailed', kind)
  }
  const ports: ImportPorts = {
    loadWorkspaceId: async () => 'workspace',
    readImage: async () => ({ blob: new Blob(['x']), extension: 'webp', width: 10, height: 5 }),
    upload: async (path) => {
      atOnce += 1
      mostAtOnce = Math.max(mostAtOnce, atOnce)
      await Promise.resolve()
      atOnce -= 1
      fail(path)
      stored.push(path)
    },
    finish: async (_job, items) => {
      fail('finish')
      finished.push(items.map((item) => item.id))
    },
    remember: async (current) => {
      remembered.push(current)
    },
    pause: async (timeMs) => {
      pausesMs.push(timeMs)
    },
    signedIn: async () => {
      signIns += 1
    },
  }
  return { ports, stored, finished, remembered, pausesMs, signIns: () => signIns, mostAtOnce: () => mostAtOnce }
}

const never = new AbortController().signal

describe('an import', () => {
  test('uploads six at a time and creates the demo in order', async () => {
    const server = scripted()
    await runImport(job(7), server.ports, () => undefined, never)
    expect(server.mostAtOnce()).toBe(6)
    expect(server.stored).toContain('workspace/demo/step-7.webp')
    expect(server.finished).toEqual([['step-1', 'step-2', 'step-3', 'step-4', 'step-5', 'step-6', 'step-7']])
  })

  test('backs off while the server is away, says so, and resumes', async () => {
    const path = 'workspace/demo/step-1.webp'
    const server = scripted({ [path]: ['unreachable', 'failed', 'unreachable'], finish: ['unreachable'] })
    const seen: ImportProgress['waitingFor'][] = []
    await runImport(job(1), server.ports, ({ waitingFor }) => seen.push(waitingFor), never)
    expect(server.pausesMs).toEqual([500, 1000, 2000, 500])
    expect(seen).toContain('server')
    // A full disk, for example, is not the author's connection.
    expect(seen).toContain('failed-server')
    expect(seen.at(-1)).toBe(null)
    expect(server.finished).toHaveLength(1)
  })

  test('waits for the author to sign in again', async () => {
    const server = scripted({ finish: ['signed-out'] })
    await runImport(job(2), server.ports, () => undefined, never)
    expect(server.signIns()).toBe(1)
    expect(server.finished).toHaveLength(1)
  })

  test('skips a refused picture and names it', async () => {
    const server = scripted({ 'workspace/demo/step-2.webp': ['refused'] })
    const result = await runImport(job(3), server.ports, () => undefined, never)
    expect(result.items[1]?.problem).toContain('image-2.png')
    expect(server.finished).toEqual([['step-1', 'step-3']])
  })

  test('reports a full workspace for the skipped picture', async () => {
    const server = scripted({ 'workspace/demo/step-2.webp': ['full'] })
    const result = await runImport(job(3), server.ports, () => undefined, never)
    expect(result.items[1]?.problem).toBe('“image-2.png” did not fit into this workspace. It was left out.')
  })

  test('does not repeat earlier uploads', async () => {
    const first = scripted({ 'workspace/demo/step-3.webp': ['unreachable'] })
    const stop = new AbortController()
    const ports: ImportPorts = {
      ...first.ports,
      pause: async (_timeMs, signal) => {
        stop.abort(new Error('page closed'))
        signal.throwIfAborted()
      },
    }
    await expect(runImport(job(3), ports, () => undefined, stop.signal)).rejects.toThrow('page closed')

    const kept = first.remembered.at(-1)
    if (kept === undefined) throw new Error('nothing was remembered')
    const second = scripted()
    await runImport(kept, second.ports, () => undefined, never)
    expect(second.stored).toEqual(['workspace/demo/step-3.webp'])
    expect(second.finished).toEqual([['step-1', 'step-2', 'step-3']])
  })

  test('fails when no picture is left', async () => {
    const server = scripted({ 'workspace/demo/step-1.webp': ['refused'] })
    await expect(runImport(job(1), server.ports, () => undefined, never)).rejects.toThrow('None of the images')
  })
})
