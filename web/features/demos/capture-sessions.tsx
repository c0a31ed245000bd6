import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { demosQuery, useBackendUrl } from '../../lib/demo-queries.ts'
import { countOf } from '../../lib/figure-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { captureSessionsQuery } from './capture-session-calls.ts'
import { CoverThumbnail } from '../../ui/cover-thumbnail.tsx'

export interface CaptureSessionsProps {
  readonly empty: ReactNode
  /** Asks to record this address; only if the extension can. */
  readonly onRecordAgain?: (url: string) => void
}

/** Recorded sessions with the demo made from each. */
export function CaptureSessions({ empty, onRecordAgain }: CaptureSessionsProps) {
  const list = useQuery(captureSessionsQuery)
  const demos = useQuery(demosQuery).data
  const backendUrl = useBackendUrl()
  if (list.data === undefined) {
    if (!list.isError) return null
    return (
      <section aria-label="Recorded Sessions" className="mt-8">
        <ErrorState
          title={failureText(list.error, 'sessionsFailed')}
          text={failureHint(list.error)}
          onRetry={() => void list.refetch()}
        />
      </section>
    )
  }
  const { captureCount, sessions } = list.data
  if (sessions.length === 0) return empty
  return (
    <section aria-labelledby="recorded-sessions" className="mt-8">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="recorded-sessions" className="text-base leading-5 font-semibold">
          Recorded Sessions
        </h2>
        <p className="text-sm text-muted tabular-nums">{countOf(captureCount, 'capture')}</p>
      </div>
      <ul className="border-t border-line">
        {sessions.map(({ id, url, date, timestamp, demoId, ...session }) => (
          <li key={id} className="flex min-h-11 items-center gap-x-4 border-b border-line py-2 text-sm">
            {demoId === null ? (
              <SiteInitial url={url} />
            ) : (
              <CoverThumbnail step={demos?.find((demo) => demo.id === demoId)?.steps[0]} backendUrl={backendUrl} />
            )}
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
              <span className="min-w-0 flex-1 truncate max-sm:basis-full" title={url}>
                {placeText(url)}
              </span>
              <span className="shrink-0 text-muted tabular-nums">{countOf(session.captureCount, 'capture')}</span>
              <time dateTime={timestamp} className="shrink-0 text-muted tabular-nums max-sm:flex-1">
                {date}
              </time>
              <span className="flex w-26 shrink-0 justify-end">
                {demoId !== null ? (
                  <Link
                    to={`/dashboard/demos/${demoId}`}
                    className="font-medium text-accent-text hover:underline pointer-coarse:py-2"
                  >
                    Open demo
                  </Link>
                ) : onRecordAgain === undefined ? (
                  <span className="text-muted">No demo</span>
                ) : (
                  <Button aria-label={`Record again: ${placeText(url)}`} onClick={() => onRecordAgain(url)}>
                    Record again
                  </Button>
                )}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shown in place of the demo's first step. */
function SiteInitial({ url }: { readonly url: string }) {
  return (
    <span
      aria-hidden
      data-initial={Array.from(placeText(url).replace(/^(www|app)\./, ''))[0]}
      className="flex h-[30px] w-12 shrink-0 items-center justify-center rounded-[5px] bg-sunken font-semibold text-muted uppercase shadow-[0_0_0_1px_var(--line)] before:content-[attr(data-initial)]"
    />
  )
}

/** The visited page, without the query string. */
function placeText(url: string): string {
  if (!URL.canParse(url)) return url
  const { host, pathname } = new URL(url)
  return pathname === '/' ? host : host + pathname
}
