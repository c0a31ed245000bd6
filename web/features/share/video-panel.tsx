import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'

import type { Card } from '#domain/card.ts'

import { countOf } from '../../lib/figure-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { SelectRow, SettingRow, SettingRows } from '../../ui/setting-row.tsx'
import { fileNameOf } from './file-name.ts'
import { makeVideo } from './make-video.ts'
import type { SharedDemo } from './shared-demo.ts'
import { encoderFor, type VideoFormat } from './video-order.ts'
import { planVideo, videoSpeeds } from './video-plan.ts'
import { VideoPreview } from './video-preview.tsx'
import { gifSizes, longestMs, videoSizes, type VideoSize } from './video-size.ts'
import { loadVideoSource } from './video-source.ts'

export interface VideoPanelProps extends SharedDemo {
  readonly kind: 'video' | 'gif'
  readonly cards: readonly Card[]
  readonly backendUrl: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

const sizeNames: Readonly<Record<string, string>> = {
  '1080p': '1080p, 1920 × 1080',
  '720p': '720p, 1280 × 720',
  square: 'Square',
  wide: 'Wide, 800 × 450',
}

/** Makes a video or GIF of the demo, with an exact preview. */
export function VideoPanel(props: VideoPanelProps) {
  const { kind, demoId, cards, backendUrl, sharing } = props
  const sizes: Readonly<Record<string, VideoSize>> = kind === 'gif' ? gifSizes : videoSizes
  const [sizeName, setSizeName] = useState(kind === 'gif' ? 'wide' : '1080p')
  const [speed, setSpeed] = useState<number>(1)
  const [wantedFormat, setFormat] = useState<VideoFormat | null>(kind === 'gif' ? 'gif' : null)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const making = useRef<AbortController | null>(null)
  useEffect(() => () => making.current?.abort(), [])

  const formats = useQuery({
    queryKey: ['video formats'],
    queryFn: async () => {
      const known = await Promise.all([encoderFor('mp4', videoSizes['1080p']), encoderFor('webm', videoSizes['1080p'])])
      return (['mp4', 'webm'] as const).filter((_, at) => known[at] !== null)
    },
    enabled: kind === 'video',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const source = useQuery({
    queryKey: ['video source', demoId],
    queryFn: ({ signal }) => loadVideoSource(props, cards, backendUrl, signal),
    enabled: sharing !== undefined && backendUrl !== '',
    // Always reload the saved state. Don't cache it, because the pictures are large.
    staleTime: 0,
    gcTime: 0,
  })
  const format = wantedFormat ?? formats.data?.[0] ?? null
  const size = sizes[sizeName] ?? videoSizes['720p']
  const ms = useMemo(
    () => (source.data === undefined ? 0 : planVideo(source.data.demo, speed).ms),
    [source.data, speed],
  )
  const isTooLong = ms > longestMs[kind]
  const cannot = kind === 'video' && formats.data?.length === 0
  const isMaking = progress !== null

  async function make(): Promise<void> {
    if (source.data === undefined || format === null) return
    const control = new AbortController()
    making.current = control
    setProblem(null)
    setProgress(0)
    try {
      const { demo, pictures, background, font } = source.data
      const order = { demo, pictures, background, format, size, speed, font }
      const file = await makeVideo(order, setProgress, control.signal)
      saveFile(file, `${fileNameOf(demo.name)}.${format}`)
    } catch {
      if (!control.signal.aborted)
        setProblem('The file could not be created. Close other tabs or choose a smaller size, then try again.')
    }
    if (making.current === control) setProgress(null)
  }

  return (
    <div className="grid h-full gap-5 overflow-y-auto p-4 max-sm:content-start sm:grid-cols-[minmax(0,1fr)_17rem] sm:p-6">
      <div className="grid min-h-56 place-items-center rounded-card bg-sunken p-3 sm:min-h-full sm:p-5">
        {source.data === undefined ? (
          <p role="status" className="text-muted">
            {source.isError ? 'The pictures could not be read. Check your connection.' : 'Loading pictures…'}
          </p>
        ) : (
          <VideoPreview
            key={`${sizeName} ${speed}`}
            source={source.data}
            speed={speed}
            size={size}
            isPaused={isMaking}
          />
        )}
      </div>
      <div>
        <div className="mb-2 flex items-center gap-1">
          <IconButton label="Back to formats" className="-ml-2" onClick={() => props.onOpenChange(false)}>
            <ArrowLeft size={16} aria-hidden />
          </IconButton>
          <h3 className="text-base font-semibold">{kind === 'gif' ? 'GIF' : 'Video'}</h3>
        </div>
        <SettingRows>
          {kind === 'video' && format !== null ? (
            <SelectRow
              label="Format"
              value={format}
              disabled={isMaking}
              options={(formats.data ?? []).map((each) => ({ value: each, label: each === 'mp4' ? 'MP4' : 'WebM' }))}
              onChange={(next) => setFormat(next === 'webm' ? 'webm' : 'mp4')}
            />
          ) : null}
          <SelectRow
            label="Size"
            value={sizeName}
            disabled={isMaking}
            options={Object.entries(sizes).map(([name, { width, height }]) => ({
              value: name,
              label: name === 'square' ? `Square, ${width} × ${height}` : (sizeNames[name] ?? name),
            }))}
            onChange={setSizeName}
          />
          <SelectRow
            label="Speed"
            value={String(speed)}
            disabled={isMaking}
            options={videoSpeeds.map((each) => ({ value: String(each), label: `${each}×` }))}
            onChange={(next) => setSpeed(Number(next))}
          />
          <SettingRow label="Length">
            <span className="tabular-nums">{source.data === undefined ? '…' : lengthText(ms)}</span>
          </SettingRow>
        </SettingRows>
        <div className="mt-4 flex flex-col gap-3">
          {cannot ? (
            <Notice tone="plain">
              This browser can’t make videos. Use a current Chrome, Edge or Safari, or make a GIF.
            </Notice>
          ) : isTooLong ? (
            <Notice tone="plain">
              {kind === 'gif' ? 'A GIF can be 90 seconds long' : 'A video can be 10 minutes long'}. Choose a higher
              speed
              {kind === 'gif' ? ' or make a video' : ''}.
            </Notice>
          ) : null}
          {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
          {isMaking ? (
            <div className="flex flex-col gap-2.5">
              <Progress
                label={`Making the ${kind === 'gif' ? 'GIF' : 'video'}`}
                value={Math.round(progress * 100)}
                max={100}
              />
              <div className="flex items-center justify-between">
                <span className="text-muted tabular-nums">{Math.round(progress * 100)} %</span>
                <Button onClick={() => making.current?.abort()}>Cancel</Button>
              </div>
            </div>
          ) : (
            <Button
              tone="accent"
              size="page"
              disabled={source.data === undefined || format === null || isTooLong || ms === 0}
              onClick={() => void make()}
            >
              {kind === 'gif' ? 'Make GIF' : 'Make video'}
            </Button>
          )}
          <LeftOut
            kind={kind}
            missing={source.data?.missing ?? 0}
            cards={cards.length}
            isNarrated={sharing?.look.isNarrated === true}
          />
        </div>
      </div>
    </div>
  )
}

/** Lists what the file will lack. */
function LeftOut(props: {
  readonly kind: 'video' | 'gif'
  readonly missing: number
  readonly cards: number
  readonly isNarrated: boolean
}) {
  const { missing, cards, isNarrated } = props
  const parts = [
    ...(missing > 0 ? [`${countOf(missing, 'step')} whose picture could not be read`] : []),
    ...(cards > 0 ? ['cards and forms'] : []),
    ...(isNarrated ? ['narration'] : []),
  ]
  return parts.length === 0 ? null : <p className="text-xs text-muted">Left out: {parts.join(', ')}.</p>
}

function lengthText(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
