import type { VideoNews, VideoOrder } from './video-order.ts'

/** Makes the file in a worker; rejects if the browser can't encode it, or when aborted. */
export function makeVideo(order: VideoOrder, onProgress: (share: number) => void, signal: AbortSignal): Promise<Blob> {
  const worker = new Worker(new URL('video-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<VideoNews>) => {
      if (data.type === 'progress') onProgress(data.share)
      else if (data.type === 'done') resolve(data.file)
      else reject(new Error('The video could not be made'))
    })
    worker.addEventListener('error', () => reject(new Error('The video could not be made')))
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    worker.postMessage(order, {})
  }).finally(() => worker.terminate())
}
