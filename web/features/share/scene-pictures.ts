import type { VideoStage, VideoPictures } from './video-stage.ts'

/** Keeps only a scene's pictures decoded, since each can take 50 MB. */
export class ScenePictures implements VideoPictures {
  readonly #blobs: ReadonlyMap<string, Blob>
  readonly #decoded = new Map<string, ImageBitmap>()
  #background: ImageBitmap | null = null

  constructor(blobs: ReadonlyMap<string, Blob>) {
    this.#blobs = blobs
  }

  get background(): ImageBitmap | null {
    return this.#background
  }

  readonly stepPicture = (stepId: string): ImageBitmap | undefined => this.#decoded.get(stepId)

  async decodeBackground(blob: Blob): Promise<void> {
    this.#background = await createImageBitmap(blob)
  }

  /** The pictures of the scene at this index, and of the previous one, over which it fades in. */
  async prepare({ layouts }: VideoStage, at: number): Promise<void> {
    const wanted = new Set([layouts[at - 1]?.step.id, layouts[at]?.step.id])
    for (const [id, bitmap] of this.#decoded) {
      if (wanted.has(id)) continue
      bitmap.close()
      this.#decoded.delete(id)
    }
    for (const id of wanted) {
      const blob = id === undefined ? undefined : this.#blobs.get(id)
      if (id !== undefined && blob !== undefined && !this.#decoded.has(id)) {
        this.#decoded.set(id, await createImageBitmap(blob))
      }
    }
  }

  close(): void {
    for (const bitmap of this.#decoded.values()) bitmap.close()
    this.#decoded.clear()
    this.#background?.close()
    this.#background = null
  }
}
