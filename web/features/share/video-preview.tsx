import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { ScenePictures } from './scene-pictures.ts'
import { drawFrame } from './video-draw.ts'
import { stageVideo } from './video-stage.ts'
import { sceneAt } from './video-plan.ts'
import type { VideoSize } from './video-size.ts'
import type { VideoSource } from './video-source.ts'

export interface VideoPreviewProps {
  readonly source: VideoSource
  readonly speed: number
  readonly size: VideoSize
  readonly isPaused: boolean
}

/** The video's own frames, at half size. */
export function VideoPreview({ source, speed, size, isPaused }: VideoPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isPlaying, setIsPlaying] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [isDrawn, setIsDrawn] = useState(false)
  const now = useRef(firstMs)
  const isRunning = isPlaying && !isPaused
  const half = { ...size, width: size.width / 2, height: size.height / 2, scale: size.scale / 2 }
  const { width, height, scale, isStacked } = half

  useEffect(() => {
    const context = canvas.current?.getContext('2d', { alpha: false }) ?? null
    if (context === null) return
    const stage = stageVideo(source.demo, speed, { width, height, scale, isStacked }, context)
    const pictures = new ScenePictures(source.pictures)
    let isOver = false
    let prepared = -1
    let timer = 0
    let last = performance.now()
    async function next(time: number): Promise<void> {
      if (isOver || context === null) return
      if (isRunning) now.current = (now.current + Math.min(100, time - last)) % Math.max(1, stage.plan.ms)
      last = time
      const at = sceneAt(stage.plan, now.current)?.at ?? 0
      if (at !== prepared) await pictures.prepare(stage, at)
      prepared = at
      if (isOver) return
      drawFrame(context, stage, pictures, now.current)
      setIsDrawn(true)
      if (isRunning) timer = requestAnimationFrame((soon) => void next(soon))
    }
    void (async () => {
      if (source.background !== null) await pictures.decodeBackground(source.background)
      await document.fonts.ready
      await next(performance.now())
    })().catch(() => undefined)
    return () => {
      isOver = true
      cancelAnimationFrame(timer)
      pictures.close()
    }
  }, [source, speed, width, height, scale, isStacked, isRunning])

  return (
    <div aria-busy={!isDrawn} className="relative max-h-full w-full">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        role="img"
        aria-label="Preview of the video"
        style={{ opacity: isDrawn ? 1 : 0 }}
        className="mx-auto block max-h-[26rem] max-w-full transition-opacity duration-[180ms] rounded-control shadow-[0_0_0_1px_var(--line-strong),0_16px_40px_-16px_oklch(0.2_0.05_300/0.4)]"
      />
      {isPaused ? null : (
        <button
          type="button"
          aria-label={isPlaying ? 'Pause preview' : 'Play preview'}
          onClick={() => setIsPlaying(!isPlaying)}
          className="absolute right-3 bottom-3 grid size-9 place-items-center rounded-chip bg-ink text-ink-text pointer-coarse:size-11"
        >
          {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
        </button>
      )}
    </div>
  )
}

/** When the first picture and its text have settled. */
const firstMs = 900
